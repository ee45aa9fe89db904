import { uploadPartPath } from '../../../contract/money/upload-file.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'

/** Bytes sent at once: little is lost with a connection, and progress is seen on a slow one. */
export const partBytes = 256 * 1024
const partMs = 60_000

export type Progress =
  | { is: 'sending'; held: number }
  /** Nobody answers; `held` of it is there, and it goes on by itself. */
  | { is: 'waiting'; held: number }

type Line = {
  api: Pick<ApiClient, 'createUpload' | 'putBytes'>
  tell: (progress: Progress) => void
  /** Waits before another try: `failures` in a row so far, or as many seconds as the server asked for. Rejects where it was called off. */
  pause: (failures: number, seconds: number | null) => Promise<void>
  signal: AbortSignal
}

/**
 * Announces a file under an id and sends what the server does not hold of it, part by part, through whatever becomes of the
 * connection. Rejects with ApiProblem where the server will not have it, and with the signal's reason.
 */
export const sendFile = async (
  file: File,
  id: string,
  { api, tell, pause, signal }: Line,
): Promise<void> => {
  let held = 0
  /** Once more for what passes by itself. */
  const insisting = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await ask()
      } catch (error) {
        signal.throwIfAborted()
        if (!passes(error)) throw error
        tell({ is: 'waiting', held })
        await pause(failures, error instanceof ApiProblem ? error.retryAfter : null)
      }
    }
  }
  const announced = await insisting(() =>
    api.createUpload({ id, name: file.name, size: file.size }, { signal }),
  )
  held = announced.held
  tell({ is: 'sending', held })
  let astray = 0
  while (held < file.size) {
    const from = held
    const part = file.slice(from, from + partBytes)
    const answer = await insisting(() =>
      api
        .putBytes(uploadPartPath(id, from), part, { signal, timeoutMs: partMs })
        .catch(heldInstead),
    )
    held = heldIn(answer)
    // It may hold less than it said; one that keeps nothing at all would be sent the same part for ever.
    astray = held > from ? 0 : astray + 1
    if (astray > 3) throw new ApiProblem(500, null, null)
    tell({ is: 'sending', held })
  }
}

/** Where another page has sent parts of it too, the server says how much it holds by now. */
const heldInstead = (error: unknown): unknown => {
  if (error instanceof ApiProblem && error.code === 'version-conflict') return error.body
  throw error
}

const heldIn = (answer: unknown): number => {
  const held = typeof answer === 'object' && answer !== null && 'held' in answer && answer.held
  if (typeof held !== 'number') throw new ApiProblem(500, null, null)
  return held
}

const passes = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof ApiProblem &&
    (error.code === 'still-running' || [408, 425, 429, 502, 503, 504].includes(error.status)))
