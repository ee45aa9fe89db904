import { isOver, type HistoryRow } from '../../contract/money/downloads.ts'
import { links } from '../../contract/links.ts'
import { connectivity, onReconnect } from '../lib/connectivity.ts'
import { log } from '../lib/log.ts'
import { saveByLink } from '../shared/downloads/save-by-link.ts'
import { progressStore, type ProgressRequest } from '../shared/downloads/progress-store.ts'
import {
  claimDelivery,
  historyOf,
  markRequestsSeen,
  maxHistory,
  saveHistory,
} from '../offline/history.ts'
import { watch } from '../offline/live.ts'
import type { Send } from '../offline/calls.ts'
import type { Local } from '../offline/outbox.ts'
import type { Outcome } from '../offline/outcome.ts'
import type { Toast } from '../ui/toast-store.ts'
import { showToast } from '../ui/toasts.tsx'
import { onStart, startPageLoop, type Later } from './page-loop.ts'

const soonMs = 3_000
const laterMs = 15_000
/** Newer requests are polled more often: most are done in seconds. */
const freshMs = 60_000
const maxEnded = 5

/**
 * Polls the user's own download requests until they are over, and saves the file of one that ends while the page is visible.
 * Returns how to stop; nothing is requested or stored afterwards.
 */
export const startPageRequests = (
  local: Local,
  send: Send,
  later: Later,
  page: Window = window,
  saveFile: (url: string) => void = saveByLink,
): (() => Promise<void>) => {
  const ending = new AbortController()
  let running = new Map<string, HistoryRow>()
  const save = async <Output>(
    of: 'all' | 'others',
    signal: AbortSignal,
    answer: Promise<Outcome<Output>>,
    rowsIn: (output: Output) => readonly HistoryRow[],
  ) => {
    const requestedAt = local.now()
    const outcome = await answer
    if (outcome.kind !== 'done' || signal.aborted) return
    await saveHistory(local, { rows: rowsIn(outcome.output), of, requestedAt })
  }
  const saveAll = async (signal: AbortSignal) => {
    const answer = send('downloadHistory', { from: 0, size: maxHistory }, { signal })
    await save('all', signal, answer, ({ history }) => history)
    if ((await answer).kind === 'done' && !signal.aborted)
      await markRequestsSeen(local.device, 'first')
  }
  const saveRow = (id: string, signal: AbortSignal) =>
    save('others', signal, send('downloadRequest', { id }, { signal }), (row) => [row])
  const report = (error: unknown): void => log.error('Download requests were not saved', error)
  const history = startPageLoop({ work: saveAll, on: [onStart, onReconnect], later, report })
  const polling = startPageLoop({
    work: async (signal) => {
      for (const id of running.keys()) await saveRow(id, signal)
    },
    on: [],
    everyMs: () => {
      if (running.size === 0) return null
      const newest = Math.max(...[...running.values()].map((row) => Date.parse(row.createdAt)))
      return local.now() - newest < freshMs ? soonMs : laterMs
    },
    canRun: () => connectivity.online && page.document.visibilityState !== 'hidden',
    later,
    report,
  })
  const deliver = async ({ requestId, name }: HistoryRow): Promise<void> => {
    const { signal } = ending
    if (!(await claimDelivery(local.device, requestId)) || signal.aborted) return
    const outcome = await send('downloadLink', { id: requestId, what: 'file' }, { signal })
    if (signal.aborted) return
    if (outcome.kind === 'done') saveFile(outcome.output.url)
    else
      showToast({
        title: `${name} is ready, but we couldn’t save the file.`,
        tone: 'danger',
        link: { href: links.download(requestId), label: 'Get the file' },
      })
  }
  const update = (rows: readonly HistoryRow[], unseen: number): void => {
    const mine = rows.filter(({ user }) => user.userId === local.device.userId)
    const before = running
    running = new Map(
      mine.filter(({ status }) => !isOver(status)).map((row) => [row.requestId, row]),
    )
    progressStore.running = [...running.values()].map(toProgressEntry)
    progressStore.ended = mine
      .filter(({ status }) => isOver(status))
      .toSorted((row, next) => Date.parse(next.updatedAt) - Date.parse(row.updatedAt))
      .slice(0, maxEnded)
      .map(toProgressEntry)
    progressStore.unseen = unseen
    for (const row of mine) {
      if (!before.has(row.requestId) || !isOver(row.status)) continue
      announceEnd(row, page)
      if (row.file !== null && page.document.visibilityState !== 'hidden')
        deliver(row).catch((error: unknown) => {
          if (!ending.signal.aborted) log.error('A file was not saved', error)
        })
    }
    if ([...running.keys()].some((id) => !before.has(id)) || running.size < before.size)
      polling.schedule()
  }
  const stopWatch = watch(local.device, historyOf, {
    next: ({ rows, unseen }) => update(rows, unseen),
    error: () => {},
  })
  return async () => {
    ending.abort()
    stopWatch()
    Object.assign(progressStore, { running: [], ended: [], unseen: 0, justEnded: null })
    await Promise.all([history.stop(), polling.stop()])
  }
}

/** Without the toast on the download centre itself. */
const announceEnd = (row: HistoryRow, page: Window): void => {
  progressStore.justEnded = toProgressEntry(row)
  const watching = page.location.pathname === links.downloadCenter()
  if (watching || page.document.visibilityState === 'hidden') return
  showToast({
    title: `${row.name}: ${row.statusLabel.toLowerCase()}`,
    tone: toneOf(row),
    link: { href: links.download(row.requestId), label: 'Show' },
  })
}

const toneOf = ({ status, file, rows }: HistoryRow): Toast['tone'] => {
  if (file === null && rows.delivered === 0) return 'danger'
  return status === 'REQUEST_PARTIALLY_COMPLETED' ? 'warn' : 'plain'
}

const toProgressEntry = ({
  requestId,
  name,
  status,
  statusLabel,
}: HistoryRow): ProgressRequest => ({
  requestId,
  name,
  status,
  statusLabel,
})
