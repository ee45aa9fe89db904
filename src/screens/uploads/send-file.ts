import { uploadPartPath } from '../../../contract/money/upload-file.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { onReconnect } from '../../lib/connectivity.ts'
import { retry, type Wait } from '../../lib/retry.ts'

/** The size of a part: a lost connection costs little, and progress shows on a slow network. */
export const partBytes = 256 * 1024
const partMs = 60_000

export type Progress =
  | { is: 'sending'; received: number }
  /** Unreachable; the server has `received` bytes, and sending continues on reconnect. */
  | { is: 'waiting'; received: number }

type SendOptions = {
  api: Pick<ApiClient, 'createUpload' | 'putBytes'>
  onProgress: (progress: Progress) => void
  signal: AbortSignal
  wait?: Wait
}

/** Announces a file and sends what the server lacks. Rejects with ApiProblem on a refusal, or with the signal's reason. */
export const sendFile = async (
  file: File,
  id: string,
  { api, onProgress, signal, wait }: SendOptions,
): Promise<void> => {
  let received = 0
  const retryTransient = <T>(task: () => Promise<T>): Promise<T> =>
    retry(task, {
      signal,
      minMs: 1_000,
      isRetriable: isTransient,
      onFailure: () => onProgress({ is: 'waiting', received }),
      resumeOn: onReconnect,
      ...(wait && { wait }),
    })
  const announced = await retryTransient(() =>
    api.createUpload({ id, name: file.name, size: file.size }, { signal }),
  )
  received = announced.receivedBytes
  onProgress({ is: 'sending', received })
  let astray = 0
  while (received < file.size) {
    const from = received
    const part = file.slice(from, from + partBytes)
    const answer = await retryTransient(() =>
      api
        .putBytes(uploadPartPath(id, from), part, { signal, timeoutMs: partMs })
        .catch(recoverConflict),
    )
    received = parseReceived(answer)
    // The server may hold less than it reported; a limit prevents sending the same part forever.
    astray = received > from ? 0 : astray + 1
    if (astray > 3) throw new ApiProblem(500, null, null)
    onProgress({ is: 'sending', received })
  }
}

/** If another tab has sent parts too, the server reports how much it holds. */
const recoverConflict = (error: unknown): unknown => {
  if (error instanceof ApiProblem && error.code === 'version-conflict') return error.body
  throw error
}

const parseReceived = (answer: unknown): number => {
  const received =
    typeof answer === 'object' &&
    answer !== null &&
    'receivedBytes' in answer &&
    answer.receivedBytes
  if (typeof received !== 'number') throw new ApiProblem(500, null, null)
  return received
}

const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof ApiProblem &&
    (error.code === 'still-running' || [408, 425, 429, 502, 503, 504].includes(error.status)))
