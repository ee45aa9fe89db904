import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'

/** The file itself, or what became of each of its rows. */
export type What = 'file' | 'results'

/** What a file is fetched with: the clock that waits and the page that saves are the caller's. */
export type Fetching = {
  api: Pick<ApiClient, 'downloadLink'>
  pause: (ms: number) => Promise<void>
  save: (url: string) => void
  /** Told once where the file is made anew first. */
  onMaking: () => void
}

/** Has the browser save a request's file, made anew first where it has expired or holds what is suppressed by now: free, and it may take a moment. Answers why it could not, in words; null when it is on its way. */
export const fetchFile = async (
  { api, pause, save, onMaking }: Fetching,
  id: string,
  what: What,
): Promise<string | null> => {
  for (let asked = 0; ; asked += 1) {
    try {
      save((await api.downloadLink({ id, what })).url)
      return null
    } catch (error) {
      const making = error instanceof ApiProblem && error.code === 'not-ready'
      if (!making || asked >= mostAsked) return wordsOf(error)
      if (asked === 0) onMaking()
      await pause((error.retryAfter ?? 2) * 1000)
    }
  }
}

/** Ten thousand rows are written in a few seconds; a worker that is busy takes longer. */
const mostAsked = 30

const wordsOf = (error: unknown): string => {
  if (error instanceof Unreachable) return 'We couldn’t reach Fieldbook. Your file is still there.'
  if (!(error instanceof ApiProblem)) return 'Your browser didn’t save the file. Try again.'
  if (error.code === 'not-ready') return 'We’re still preparing your file. Try again in a moment.'
  return error.detail || error.message
}

/** Saves without leaving the page, also where the app is installed. */
export const saveByLink = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
