import type { Progress } from '../../server/importers/run.ts'

type Terminal = { isTTY?: boolean; columns?: number; write(text: string): unknown }

export const showProgress = (out: Terminal): ((progress: Progress) => void) => {
  let last = ''
  let shownAt = 0
  return ({ step, bytes, size, rows }) => {
    const share = size === 0 ? 1 : Math.min(1, bytes / size)
    const percent = Math.floor(share * 100)
    const label = step === 'checking' ? 'checking' : `${rows.toLocaleString('en-AU')} rows`
    if (out.isTTY === true) {
      const now = performance.now()
      if (now - shownAt < 80 && share < 1) return
      shownAt = now
      const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░')
      out.write(`\r${bar} ${String(percent).padStart(3)} %  ${label}\u001b[K`)
      if (share === 1 && step === 'importing') out.write('\r\u001b[K')
      return
    }
    const line = `${step === 'checking' ? 'checking' : 'importing'} ${Math.floor(percent / 10) * 10} %`
    if (line === last || size < 1_000_000) return
    last = line
    out.write(`${line}\n`)
  }
}
