import type { Problem } from '../../contract/core/problem.ts'
import { idsChecksum } from '../../contract/sync.ts'
import { backoffMs } from './backoff.ts'
import type { Device, Tables } from './database.ts'
import { idsOf } from './effects.ts'
import type { Local } from './outbox.ts'
import type { Send } from './calls.ts'
import { fetchPin, evictOrphans, unpin } from './pins.ts'
import { pulledAt } from './apply-page.ts'
import type { Item, Pin } from './rows.ts'
import { StorageError } from './storage-error.ts'

/** Why an offline copy is not fetched: the server refuses it, or the device cannot store it. */
export type PinRefusal = Problem | StorageError

export type PinKeeper = {
  /** Fetches copies that are requested, interrupted, stale or changed; after a failure only when the backoff is over. */
  look: () => void
  retryNow: () => void
  /** Refreshes one copy now, also a refused one. */
  ask: (pin: string) => void
  settled: () => Promise<void>
  /** Stops it: nothing is fetched or stored afterwards. */
  stop: () => Promise<void>
}

export type PinKeeperSettings = {
  local: Local
  send: Send
  /** With locks only one tab of a device fetches; without, several do the same work. */
  locks: Pick<LockManager, 'request'> | null
  later: (ms: number, run: () => void) => () => void
  /** Called with the reason when a copy is refused, and with null when it works again. */
  onRefused: (pin: string, why: PinRefusal | null) => void
  report: (error: unknown) => void
}

/** A copy that is younger than this (ms) is refreshed only where something changed. */
export const freshMs = 30 * 60_000
const backoff = { minMs: 5_000, maxMs: 5 * 60_000 }

export const createPinKeeper = (settings: PinKeeperSettings): PinKeeper => {
  const { local, send, locks, later, onRefused, report } = settings
  const ending = new AbortController()
  const { signal } = ending
  const requested = new Set<string>()
  const refusedPins = new Set<string>()
  const tried = new Map<string, string>()
  let failures = 0
  let callOff = (): void => {}
  let isRequeued = false
  let isBackingOff = false
  let tidied = false
  let running: Promise<void> | null = null

  const next = async (): Promise<Sign | undefined> => {
    const all = await local.device.read((tables) => signsOf(tables))
    return all.find(({ pin, sign, changed, isWaiting }) => {
      if (isWaiting) return false
      if (requested.has(pin.id)) return true
      if (refusedPins.has(pin.id)) return false
      if (pin.state !== 'ready' || local.now() - pin.fetchedAt >= freshMs) return true
      return changed && tried.get(pin.id) !== sign
    })
  }
  /** False where nothing is due. */
  const fetchNext = async (): Promise<boolean> => {
    const due = await next()
    if (!due) return false
    const { pin, sign } = due
    tried.set(pin.id, sign)
    const end = await fetchPin(local, pin, send, signal).catch((error: unknown) => {
      if (error instanceof StorageError) return error
      throw error
    })
    if (end === 'cut') return (await exists(local.device, pin.id)) ? backOff() : true
    requested.delete(pin.id)
    if (end === 'ready') {
      failures = 0
      if (refusedPins.delete(pin.id)) onRefused(pin.id, null)
      return true
    }
    if (!(end instanceof StorageError) && end.problem.status === 404 && due.isDeleted) {
      await unpin(local, pin.id)
      return true
    }
    refusedPins.add(pin.id)
    onRefused(pin.id, end instanceof StorageError ? end : end.problem)
    return !(end instanceof StorageError)
  }
  /** Offline: every other fetch would fail too. */
  const backOff = (): false => {
    callOff()
    isBackingOff = true
    callOff = later(backoffMs(failures, backoff), retryNow)
    failures += 1
    return false
  }
  const work = async (): Promise<void> => {
    if (!tidied) await evictOrphans(local)
    tidied = true
    do {
      isRequeued = false
      while (!signal.aborted && (await fetchNext())) isRequeued = false
    } while (isRequeued && !isBackingOff && !signal.aborted)
  }
  const locked = async (): Promise<void> => {
    if (!locks) return work()
    const name = `${local.device.name} pins`
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
  }
  const look = (): void => {
    isRequeued = true
    if (running || isBackingOff || signal.aborted) return
    running = locked()
      .catch((error: unknown) => {
        // The opener of the device reports a closed or stuck storage.
        if (!(error instanceof StorageError) && !signal.aborted) report(error)
      })
      .finally(() => {
        running = null
      })
  }
  const retryNow = (): void => {
    isBackingOff = false
    callOff()
    look()
  }
  return {
    look,
    retryNow,
    ask: (pin) => {
      requested.add(pin)
      failures = 0
      retryNow()
    },
    settled: async () => {
      while (running) await running
    },
    stop: async () => {
      ending.abort()
      callOff()
      await running
    },
  }
}

export const pinSigns = (device: Device): Promise<unknown> =>
  device.read(async (tables) => [
    (await signsOf(tables)).map(({ pin, sign }) => `${pin.id} ${pin.state} ${sign}`),
    await pulledAt(tables),
  ])

type Sign = {
  pin: Pin
  sign: string
  changed: boolean
  /** Its list or saved search is no longer on this device either. */
  isDeleted: boolean
  /** The server does not know its list yet, or the user decides first whether the list is restored. */
  isWaiting: boolean
}

/** Every copy with a signature that changes with its list or saved search. */
const signsOf = async ({ pins, lists, members, searches, conflicts }: Tables): Promise<Sign[]> => {
  const undecided = new Set(
    (await conflicts.toArray()).flatMap(({ kind, item }) => (kind === 'gone' ? [item] : [])),
  )
  const isWaiting = (row: Item | undefined, id: string): boolean =>
    undecided.has(id) || (row !== undefined && row.known === null && row.value !== null)
  return Promise.all(
    (await pins.toArray()).map(async (pin): Promise<Sign> => {
      const { sourceId, checksum, fetchedAt } = pin
      if (pin.source === 'list') {
        const row = await members.get(sourceId)
        const sign = row?.known ? idsChecksum(idsOf(row.known)) : ''
        const list = await lists.get(sourceId)
        return {
          pin,
          sign,
          changed: sign !== '' && sign !== checksum,
          isDeleted: !list?.value,
          isWaiting: isWaiting(list, sourceId),
        }
      }
      const row = await searches.get(sourceId)
      const updatedAt = row?.known?.updatedAt
      const sign = typeof updatedAt === 'string' ? updatedAt : ''
      return {
        pin,
        sign,
        changed: Date.parse(sign) > fetchedAt,
        isDeleted: !row?.value,
        isWaiting: isWaiting(row, sourceId),
      }
    }),
  )
}

const exists = async (device: Device, id: string): Promise<boolean> =>
  (await device.read(({ pins }) => pins.get(id))) !== undefined
