import type { Device } from '../../offline/database.ts'
import type { Tab } from '../../offline/epoch.ts'
import type { Gone } from '../../offline/leaving-message.ts'
import { deviceDatabase } from '../../offline/names.ts'
import type { ItemState } from '../../offline/outbox.ts'
import { StorageTrouble, type TroubleKind } from '../../offline/trouble.ts'
import { keptComes } from '../../lib/kept-first.ts'

/** One person in one organisation. */
export type Owner = { userId: string; orgId: string }

/** How a keeper comes by devices: Dexie is loaded with it, and not before. */
export type DeviceCode = {
  openDevice: (userId: string, orgId: string) => Device
  watch: <T>(
    device: Device,
    read: (device: Device) => Promise<T>,
    hear: { next: (value: T) => void; trouble: (kind: TroubleKind) => void },
  ) => () => void
  itemStates: (device: Device) => Promise<Map<string, ItemState>>
}

/** Something to be read of a device. */
export type Read<T> = (device: Device, code: DeviceCode) => Promise<T>

/** A read that is kept up to date while someone looks. `current` is undefined until the first answer. */
export type Live<T> = {
  subscribe: (changed: () => void) => () => void
  current: () => T | undefined
}

/** Opens the device of one person in one organisation when it is asked for, and closes it for good when they leave. */
export type DeviceKeeper = {
  /** From now on the device may be open. Returns how to close it. */
  start: () => () => void
  /** Opens it, where it is not open yet. */
  ask: () => void
  subscribe: (changed: () => void) => () => void
  /** Null before it is open. */
  device: () => Device | null
  /** What is wrong with the storage now; null when all is well. */
  trouble: () => TroubleKind | null
  /** The device for edits: what is done before it is open waits for it. Rejects with StorageTrouble. */
  readonly soon: Device
  /** The same read gives the same answer to all who look. */
  live: <T>(read: Read<T>) => Live<T>
}

const retryMs = 3_000
/** Nothing that is tried again can mend these. */
const lasting = new Set<TroubleKind>(['refused', 'newer', 'replaced', 'closed'])
/** Of these a read that works says nothing. */
const ofWriting = new Set<TroubleKind>(['full', 'damaged'])

export const keepDevice = (
  owner: Owner | null,
  tab: Pick<Tab, 'onStop' | 'hasLeft'>,
  load: () => Promise<DeviceCode>,
): DeviceKeeper => {
  const hearers = new Set<() => void>()
  const lives = new WeakMap<object, Live<unknown>>()
  let opened: { device: Device; code: DeviceCode } | null = null
  let opening = Promise.withResolvers<Device>()
  let state: 'waiting' | 'started' | 'ended' = 'waiting'
  let asked = false
  let loading = false
  let gone = false
  let trouble: TroubleKind | null = null
  opening.promise.catch(() => {})

  const isOver = (): boolean => state === 'ended' || gone || tab.hasLeft()
  const tell = (): void => {
    for (const hear of hearers) hear()
  }
  const hearTrouble = (kind: TroubleKind): void => {
    if (isOver() || trouble === kind) return
    trouble = kind
    tell()
  }
  const well = (did: 'read' | 'write'): void => {
    if (trouble === null || lasting.has(trouble)) return
    if (did === 'read' && ofWriting.has(trouble)) return
    trouble = null
    tell()
  }

  const open = async (): Promise<void> => {
    if (owner === null || opened !== null || loading || !asked) return
    if (isOver()) return
    loading = true
    const isOpen = keptComes()
    try {
      const code = await load()
      if (isOver()) return
      const device = mending(code.openDevice(owner.userId, owner.orgId), well)
      trouble = null
      device.onTrouble(hearTrouble)
      opened = { device, code }
      opening.resolve(device)
      tell()
    } catch {
      // The code could not be loaded. What is edited waits; the next try may get it.
      hearTrouble('failed')
      setTimeout(() => void open(), retryMs)
    } finally {
      loading = false
      isOpen()
    }
  }
  const close = (): void => {
    opened?.device.close()
    opened = null
    opening.reject(new StorageTrouble('closed'))
    tell()
  }

  const ask = (): void => {
    asked = true
    void open()
  }
  const whenOpen = (): Promise<Device> => {
    if (owner === null) return Promise.reject(new StorageTrouble('closed'))
    ask()
    return opened === null ? opening.promise : Promise.resolve(opened.device)
  }
  const live = <T>(read: Read<T>): Live<T> => {
    const held = lives.get(read)
    // Kept under the very function that reads it.
    if (held) return held as Live<T>
    const made = liveOf(read, {
      ask,
      subscribe: (changed) => {
        hearers.add(changed)
        return () => void hearers.delete(changed)
      },
      opened: () => opened,
    })
    lives.set(read, made)
    return made
  }

  return {
    start: () => {
      if (state === 'ended') {
        opening = Promise.withResolvers<Device>()
        opening.promise.catch(() => {})
      }
      state = 'started'
      void open()
      const stopHearing = tab.onStop((left: Gone) => {
        if (left !== 'everything' && !sameOwner(left, owner)) return
        gone = true
        close()
      })
      return () => {
        state = 'ended'
        stopHearing()
        close()
      }
    },
    ask,
    subscribe: (changed) => {
      hearers.add(changed)
      return () => void hearers.delete(changed)
    },
    device: () => opened?.device ?? null,
    trouble: () => trouble,
    soon: soonOf(owner, whenOpen, () => opened?.device ?? null),
    live,
  }
}

const sameOwner = (one: Owner, other: Owner | null): boolean =>
  one.userId === other?.userId && one.orgId === other.orgId

/** The device, which tells when something that was wrong works again. */
const mending = (device: Device, well: (did: 'read' | 'write') => void): Device => ({
  ...device,
  read: async (work) => {
    const came = keptComes()
    const result = await device.read(work).finally(came)
    well('read')
    return result
  },
  write: async (over, work) => {
    const result = await device.write(over, work)
    well('write')
    return result
  },
})

const soonOf = (
  owner: Owner | null,
  whenOpen: () => Promise<Device>,
  now: () => Device | null,
): Device => ({
  name: owner === null ? '' : deviceDatabase(owner.userId, owner.orgId),
  userId: owner?.userId ?? '',
  get tables() {
    const device = now()
    if (device === null) throw new StorageTrouble('closed')
    return device.tables
  },
  get ready() {
    return whenOpen().then((device) => device.ready)
  },
  read: async (work) => (await whenOpen()).read(work),
  write: async (over, work) => (await whenOpen()).write(over, work),
  onTrouble: (hear) => now()?.onTrouble(hear) ?? (() => {}),
  isClosed: () => now()?.isClosed() ?? false,
  close: () => now()?.close(),
})

type Surroundings = {
  ask: () => void
  subscribe: (changed: () => void) => () => void
  opened: () => { device: Device; code: DeviceCode } | null
}

const liveOf = <T>(read: Read<T>, { ask, subscribe, opened }: Surroundings): Live<T> => {
  const hearers = new Set<() => void>()
  let value: T | undefined
  let watched: Device | null = null
  let stopWatching = (): void => {}
  let stopHearing = (): void => {}
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = (): void => {
    clearTimeout(timer)
    stopWatching()
    stopWatching = () => {}
    watched = null
  }
  const look = (): void => {
    const now = opened()
    if (now?.device === watched) return
    stop()
    if (now === null) return
    watched = now.device
    stopWatching = now.code.watch(now.device, (device) => read(device, now.code), {
      next: (next) => {
        value = next
        for (const hear of hearers) hear()
      },
      // The device itself tells what is wrong; here it is only read again.
      trouble: (kind) => {
        if (lasting.has(kind)) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          stop()
          look()
        }, retryMs)
      },
    })
  }
  return {
    current: () => value,
    subscribe: (changed) => {
      hearers.add(changed)
      if (hearers.size === 1) {
        stopHearing = subscribe(look)
        ask()
        look()
      }
      return () => {
        hearers.delete(changed)
        if (hearers.size > 0) return
        stopHearing()
        stop()
      }
    },
  }
}
