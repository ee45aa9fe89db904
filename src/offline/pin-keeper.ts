import type { Problem } from '../../contract/core/problem.ts'
import { idsChecksum } from '../../contract/sync.ts'
import type { Device, Tables } from './database.ts'
import { idsOf } from './effects.ts'
import type { Local } from './outbox.ts'
import type { Send } from './outcome.ts'
import { fetchPin, freeLeft, unpin } from './pins.ts'
import { pulledAt } from './pulling.ts'
import type { Pin } from './rows.ts'
import { StorageTrouble } from './trouble.ts'

/** Why a pin is not fetched any further: the server says no, or the device cannot keep it. */
export type PinRefusal = Problem | StorageTrouble

export type PinKeeper = {
  /** Fetches what was asked for or cut off, and what is old or has changed; after a failure not before its pause is over. */
  look: () => void
  /** The server may be reached again: looks at once. */
  hope: () => void
  /** Brings one up to date now, also one that was refused. */
  ask: (pin: string) => void
  /** Resolves when nothing is under way. */
  settled: () => Promise<void>
  /** Nothing is asked or stored afterwards. */
  stop: () => Promise<void>
}

export type PinKeeperSettings = {
  local: Local
  send: Send
  /** With locks one tab of a device fetches; without, several do the same work. */
  locks: Pick<LockManager, 'request'> | null
  later: (ms: number, run: () => void) => () => void
  /** Hears why a pin was refused, and null once it is well again. */
  refused: (pin: string, why: PinRefusal | null) => void
  report: (error: unknown) => void
}

/** A pin that agreed with the server less than this ago (ms) is brought up to date only where something changed. */
export const freshFor = 30 * 60_000
const firstPause = 5_000
const longestPause = 5 * 60_000

/** Keeps the pins of a device whole and up to date, one after the other. */
export const createPinKeeper = (settings: PinKeeperSettings): PinKeeper => {
  const { local, send, locks, later, refused, report } = settings
  const ending = new AbortController()
  const { signal } = ending
  const asked = new Set<string>()
  const turnedDown = new Set<string>()
  const tried = new Map<string, string>()
  let pause = firstPause
  let callOff = (): void => {}
  let again = false
  let resting = false
  let tidied = false
  let running: Promise<void> | null = null

  const next = async (): Promise<Sign | undefined> => {
    const all = await local.device.read((tables) => signsOf(tables))
    return all.find(({ pin, sign, changed }) => {
      if (asked.has(pin.id)) return true
      if (turnedDown.has(pin.id)) return false
      if (pin.state !== 'ready' || local.now() - pin.fetchedAt >= freshFor) return true
      return changed && tried.get(pin.id) !== sign
    })
  }
  /** False when there is nothing to go on with for now. */
  const one = async (): Promise<boolean> => {
    const due = await next()
    if (!due) return false
    const { pin, sign } = due
    tried.set(pin.id, sign)
    const end = await fetchPin(local, pin, send, signal).catch((error: unknown) => {
      if (error instanceof StorageTrouble) return error
      throw error
    })
    if (end === 'cut') return (await exists(local.device, pin.id)) ? wait() : true
    asked.delete(pin.id)
    if (end === 'ready') {
      pause = firstPause
      if (turnedDown.delete(pin.id)) refused(pin.id, null)
      return true
    }
    if (!(end instanceof StorageTrouble) && end.problem.status === 404 && due.gone) {
      await unpin(local, pin.id)
      return true
    }
    turnedDown.add(pin.id)
    refused(pin.id, end instanceof StorageTrouble ? end : end.problem)
    return !(end instanceof StorageTrouble)
  }
  /** The network went: everything else would be cut too. */
  const wait = (): false => {
    callOff()
    resting = true
    callOff = later(pause, hope)
    pause = Math.min(pause * 2, longestPause)
    return false
  }
  const work = async (): Promise<void> => {
    if (!tidied) await freeLeft(local)
    tidied = true
    do {
      again = false
      while (!signal.aborted && (await one())) again = false
    } while (again && !resting && !signal.aborted)
  }
  const locked = async (): Promise<void> => {
    if (!locks) return work()
    const name = `${local.device.name} pins`
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
  }
  const look = (): void => {
    again = true
    if (running || resting || signal.aborted) return
    running = locked()
      .catch((error: unknown) => {
        // A storage that is closed or stuck is told where the device is opened.
        if (!(error instanceof StorageTrouble) && !signal.aborted) report(error)
      })
      .finally(() => {
        running = null
      })
  }
  const hope = (): void => {
    resting = false
    callOff()
    look()
  }
  return {
    look,
    hope,
    ask: (pin) => {
      asked.add(pin)
      pause = firstPause
      hope()
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

/** What a keeper looks at: it reads again whenever this changes. */
export const pinSigns = (device: Device): Promise<unknown> =>
  device.read(async (tables) => [
    (await signsOf(tables)).map(({ pin, sign }) => `${pin.id} ${pin.state} ${sign}`),
    await pulledAt(tables),
  ])

type Sign = {
  pin: Pin
  sign: string
  changed: boolean
  /** What it was made of is not on this device any more either. */
  gone: boolean
}

/** Every pin with a word that changes when what it was made of changes on the server. */
const signsOf = async ({ pins, lists, members, searches }: Tables): Promise<Sign[]> =>
  Promise.all(
    (await pins.toArray()).map(async (pin): Promise<Sign> => {
      const { sourceId, checksum, fetchedAt } = pin
      if (pin.source === 'list') {
        const row = await members.get(sourceId)
        const sign = row?.known ? idsChecksum(idsOf(row.known)) : ''
        const gone = !(await lists.get(sourceId))?.value
        return { pin, sign, changed: sign !== '' && sign !== checksum, gone }
      }
      const row = await searches.get(sourceId)
      const updatedAt = row?.known?.updatedAt
      const sign = typeof updatedAt === 'string' ? updatedAt : ''
      return { pin, sign, changed: Date.parse(sign) > fetchedAt, gone: !row?.value }
    }),
  )

const exists = async (device: Device, id: string): Promise<boolean> =>
  (await device.read(({ pins }) => pins.get(id))) !== undefined
