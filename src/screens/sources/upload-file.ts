import { uuidv7 } from 'uuidv7'
import { sourcePart, sourcePartPath } from '../../../contract/org/sources.ts'
import { dayOf } from '../../../contract/core/days.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { onReconnect } from '../../lib/connectivity.ts'
import { retry } from '../../lib/retry.ts'

type Sending = {
  api: Pick<ApiClient, 'addSourceFile' | 'putBytes'>
  sourceId: string
  file: File
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/** Part by part, so that a lost connection costs little. After the last part the server checks the file. */
export const uploadSourceFile = async ({
  api,
  sourceId,
  file,
  signal,
  onProgress,
}: Sending): Promise<void> => {
  const run = uuidv7()
  const again = <T>(task: () => Promise<T>): Promise<T> =>
    retry(task, { signal, isRetriable: isTransient, resumeOn: onReconnect })
  const { name, size, lastModified } = file
  const announced = { id: sourceId, run, name, size, modified: dayOf(lastModified) }
  await again(() => api.addSourceFile(announced, { signal }))
  for (let n = 0; n * sourcePart < size; n += 1) {
    const part = file.slice(n * sourcePart, (n + 1) * sourcePart)
    await again(() => api.putBytes(sourcePartPath(run, n), part, { signal, timeoutMs: partMs }))
    onProgress(Math.min(size, (n + 1) * sourcePart))
  }
}

const partMs = 300_000

const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof ApiProblem && [408, 425, 429, 502, 503, 504].includes(error.status))
