import { subscribe } from 'valtio'
import { isOver, type HistoryRow } from '../../contract/money/downloads.ts'
import { links } from '../../contract/links.ts'
import { contact } from '../lib/contact.ts'
import { log } from '../lib/log.ts'
import { requestsTold, type ToldRequest } from '../shared/downloads/progress-store.ts'
import { historyKept, historyOf, keepHistory } from '../offline/history.ts'
import { watch } from '../offline/live.ts'
import type { OutputOf } from '../offline/calls.ts'
import type { Local } from '../offline/outbox.ts'
import type { Send } from '../offline/outcome.ts'
import { StorageTrouble } from '../offline/trouble.ts'
import { showToast } from '../ui/toasts.tsx'

/** Calls back once after ms; answers how to stop. */
type Later = (ms: number, run: () => void) => () => void

const soonMs = 3_000
const laterMs = 15_000
/** What was asked for so lately is looked at more often: most requests are done in seconds. */
const freshMs = 60_000
const mostTold = 5

/**
 * Keeps the newest requests on the device, follows one's own until they are over, and says so when one ends. Returns how to stop;
 * nothing is asked or stored afterwards.
 */
export const startPageRequests = (
  local: Local,
  send: Send,
  later: Later,
  page: Window = window,
): (() => Promise<void>) => {
  const ending = new AbortController()
  const { signal } = ending
  let running = new Map<string, HistoryRow>()
  let callOff = (): void => {}
  let asking: Promise<void> | null = null

  const keep = async (call: string, input: Record<string, unknown>, of: 'all' | 'others') => {
    const askedAt = local.now()
    const outcome = await send(call, input, { signal })
    if (outcome.kind !== 'done' || signal.aborted) return
    // The client answers with what the contract promises for the call.
    const told = outcome.output as OutputOf<'downloadHistory'> | OutputOf<'downloadRequest'>
    await keepHistory(local, { rows: 'history' in told ? told.history : [told], of, askedAt })
  }
  const ask = (work: () => Promise<void>): void => {
    asking ??= work()
      .catch((error: unknown) => {
        if (!(error instanceof StorageTrouble) && !signal.aborted)
          log.error('The history of requests could not be kept', error)
      })
      .finally(() => (asking = null))
  }
  const readAll = (): void =>
    ask(() => keep('downloadHistory', { from: 0, size: historyKept }, 'all'))
  const follow = (): void => {
    callOff()
    if (running.size === 0 || signal.aborted) return
    const newest = Math.max(...[...running.values()].map((row) => Date.parse(row.createdAt)))
    callOff = later(local.now() - newest < freshMs ? soonMs : laterMs, () => {
      ask(async () => {
        if (contact.reached && page.document.visibilityState !== 'hidden')
          for (const id of running.keys()) await keep('downloadRequest', { id }, 'others')
      })
      follow()
    })
  }
  const hear = (rows: readonly HistoryRow[]): void => {
    const mine = rows.filter(({ user }) => user.userId === local.device.userId)
    const before = running
    running = new Map(
      mine.filter(({ status }) => !isOver(status)).map((row) => [row.requestId, row]),
    )
    requestsTold.running = [...running.values()].map(toldOf)
    for (const row of mine) if (before.has(row.requestId) && isOver(row.status)) tell(row, page)
    if ([...running.keys()].some((id) => !before.has(id)) || running.size < before.size) follow()
  }
  const stops = [
    watch(local.device, historyOf, { next: ({ rows }) => hear(rows), trouble: () => {} }),
    subscribe(contact, () => {
      if (contact.reached) readAll()
    }),
  ]
  readAll()
  return async () => {
    ending.abort()
    callOff()
    for (const stop of stops) stop()
    Object.assign(requestsTold, { running: [], ended: [], unseen: 0 })
    await asking
  }
}

/** In the bell, and for a moment on the screen: except where one is looking at the requests themselves. */
const tell = (row: HistoryRow, page: Window): void => {
  requestsTold.ended = [toldOf(row), ...requestsTold.ended].slice(0, mostTold)
  requestsTold.unseen += 1
  const watching = page.location.pathname === links.downloadCenter()
  if (watching || page.document.visibilityState === 'hidden') return
  showToast({
    title: `${row.name}: ${row.statusLabel.toLowerCase()}`,
    tone: row.file === null && row.rows.delivered === 0 ? 'danger' : 'plain',
    link: { href: links.download(row.requestId), label: 'Show' },
  })
}

const toldOf = ({ requestId, name, status, statusLabel }: HistoryRow): ToldRequest => ({
  requestId,
  name,
  status,
  statusLabel,
})
