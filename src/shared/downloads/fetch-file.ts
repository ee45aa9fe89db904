import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { describeError } from '../../lib/describe-error.ts'
import { retry, type Wait } from '../../lib/retry.ts'

/** `results`: the outcome of each row. */
export type FileKind = 'file' | 'results'

export type Fetching = {
  api: Pick<ApiClient, 'downloadLink'>
  wait?: Wait
  save: (url: string) => void
  /** Called once, if the server has to make the file again first. */
  onMaking: () => void
}

/** The server makes an expired file again, and one with records that are suppressed since, for free. Returns why it failed, or null. */
export const fetchFile = async (
  { api, wait, save, onMaking }: Fetching,
  id: string,
  what: FileKind,
): Promise<string | null> => {
  try {
    const { url } = await retry(() => api.downloadLink({ id, what }), {
      maxAttempts,
      minMs: 2_000,
      maxMs: 2_000,
      isRetriable: isPending,
      onFailure: (_error, failures) => {
        if (failures === 1) onMaking()
      },
      ...(wait && { wait }),
    })
    save(url)
    return null
  } catch (error) {
    return describeFailure(error)
  }
}

const isPending = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'not-ready'

/** Ten thousand rows take a few seconds; a busy worker takes longer. */
const maxAttempts = 31

const describeFailure = (error: unknown): string => {
  const { is, title, detail } = describeError(error)
  if (is === 'unreachable') return 'We couldn’t reach Fieldbook. Your file is still there.'
  if (is === 'unknown') return 'Your browser didn’t save the file. Try again.'
  if (isPending(error)) return 'We’re still preparing your file. Try again in a moment.'
  return detail || title
}
