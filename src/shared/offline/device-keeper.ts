import type { Device } from '../../offline/database.ts'
import type { Tab } from '../../offline/wipe/session-epoch.ts'
import type { WipeScope } from '../../offline/sign-out-message.ts'
import { deviceDatabase } from '../../offline/names.ts'
import type { Counts } from '../../offline/live.ts'
import type { ItemState } from '../../offline/outbox.ts'
import { StorageError, type StorageErrorKind } from '../../offline/storage-error.ts'
import { startDeviceRead } from '../../lib/defer.ts'

export type Owner = { userId: string; orgId: string }

/** The code that opens devices. It loads Dexie, so it is imported late. */
export type DeviceCode = {
  openDevice: (userId: string, orgId: string) => Device
  watch: <T>(
    device: Device,
    read: (device: Device) => Promise<T>,
    listener: { next: (value: T) => void; error: (kind: StorageErrorKind) => void },
  ) => () => void
  itemStates: (device: Device) => Promise<Map<string, ItemState>>
  countUnsettled: (device: Device) => Promise<Counts>
}

export type Read<T> = (device: Device, code: DeviceCode) => Promise<T>

/** A live read. `current` is undefined until the first answer. */
export type Live<T> = {
  subscribe: (changed: () => void) => () => void
  current: () => T | undefined
}

/** Opens an owner's device on demand, and closes it for good when they sign out or leave the organisation. */
export type DeviceKeeper = {
  /** Allows opening the device. Returns how to close it. */
  start: () => () => void
  ask: () => void
  subscribe: (changed: () => void) => () => void
  /** Null before it is open. */
  device: () => Device | null
  /** The current storage error; null without one. */
  storageError: () => StorageErrorKind | null
  /** The device for edits: work before it is open waits. Rejects with StorageError. */
  readonly soon: Device
  /** Answers the same live read for the same function. */
  live: <T>(read: Read<T>) => Live<T>
}

const retryMs = 3_000
/** A retry cannot fix these. */
const lasting = new Set<StorageErrorKind>(['refused', 'newer', 'replaced', 'closed'])
/** A successful read does not disprove these. */
const ofWriting = new Set<StorageErrorKind>(['full', 'damaged'])

export const createDeviceKeeper = (
  owner: Owner | null,
  tab: Pick<Tab, 'onStop' | 'hasLeft'>,
  load: () => Promise<DeviceCode>,
): DeviceKeeper => {
  const listeners = new Set<() => void>()
  const lives = new WeakMap<object, Live<unknown>>()
  let opened: { device: Device; code: DeviceCode } | null = null
  let opening = Promise.withResolvers<Device>()
  let state: 'waiting' | 'started' | 'ended' = 'waiting'
  let isRequested = false
  let loading = false
  let isRemoved = false
  let trouble: StorageErrorKind | null = null
  opening.promise.catch(() => {})

  const isOver = (): boolean => state === 'ended' || isRemoved || tab.hasLeft()
  const notify = (): void => {
    for (const listener of listeners) listener()
  }
  const reportError = (kind: StorageErrorKind): void => {
    if (isOver() || trouble === kind) return
    trouble = kind
    notify()
  }
  const markHealthy = (did: 'read' | 'write'): void => {
    if (trouble === null || lasting.has(trouble)) return
    if (did === 'read' && ofWriting.has(trouble)) return
    trouble = null
    notify()
  }

  const open = async (): Promise<void> => {
    if (owner === null || opened !== null || loading || !isRequested) return
    if (isOver()) return
    loading = true
    const isOpen = startDeviceRead()
    try {
      const code = await load()
      if (isOver()) return
      const device = withRecovery(code.openDevice(owner.userId, owner.orgId), markHealthy)
      trouble = null
      device.onStorageError(reportError)
      opened = { device, code }
      opening.resolve(device)
      notify()
    } catch {
      // Loading the code failed. Edits wait for the retry.
      reportError('failed')
      setTimeout(() => void open(), retryMs)
    } finally {
      loading = false
      isOpen()
    }
  }
  const close = (): void => {
    opened?.device.close()
    opened = null
    opening.reject(new StorageError('closed'))
    notify()
  }

  const ask = (): void => {
    isRequested = true
    void open()
  }
  const whenOpen = (): Promise<Device> => {
    if (owner === null) return Promise.reject(new StorageError('closed'))
    ask()
    return opened === null ? opening.promise : Promise.resolve(opened.device)
  }
  const live = <T>(read: Read<T>): Live<T> => {
    const cached = lives.get(read)
    // The map's key is the function that reads this type.
    if (cached) return cached as Live<T>
    const created = liveOf(read, {
      ask,
      subscribe: (changed) => {
        listeners.add(changed)
        return () => void listeners.delete(changed)
      },
      opened: () => opened,
    })
    lives.set(read, created)
    return created
  }

  return {
    start: () => {
      if (state === 'ended') {
        opening = Promise.withResolvers<Device>()
        opening.promise.catch(() => {})
      }
      state = 'started'
      void open()
      const stopListening = tab.onStop((scope: WipeScope) => {
        if (scope !== 'everything' && !sameOwner(scope, owner)) return
        isRemoved = true
        close()
      })
      return () => {
        state = 'ended'
        stopListening()
        close()
      }
    },
    ask,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    device: () => opened?.device ?? null,
    storageError: () => trouble,
    soon: soonOf(owner, whenOpen, () => opened?.device ?? null),
    live,
  }
}

const sameOwner = (owner: Owner, other: Owner | null): boolean =>
  owner.userId === other?.userId && owner.orgId === other.orgId

/** The device, with a report of every successful read and write. */
const withRecovery = (device: Device, markHealthy: (did: 'read' | 'write') => void): Device => ({
  ...device,
  read: async (work) => {
    const came = startDeviceRead()
    const result = await device.read(work).finally(came)
    markHealthy('read')
    return result
  },
  write: async (over, work) => {
    const result = await device.write(over, work)
    markHealthy('write')
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
    if (device === null) throw new StorageError('closed')
    return device.tables
  },
  get ready() {
    return whenOpen().then((device) => device.ready)
  },
  read: async (work) => (await whenOpen()).read(work),
  write: async (over, work) => (await whenOpen()).write(over, work),
  onStorageError: (hear) => now()?.onStorageError(hear) ?? (() => {}),
  isClosed: () => now()?.isClosed() ?? false,
  close: () => now()?.close(),
})

type Surroundings = {
  ask: () => void
  subscribe: (changed: () => void) => () => void
  opened: () => { device: Device; code: DeviceCode } | null
}

const liveOf = <T>(read: Read<T>, { ask, subscribe, opened }: Surroundings): Live<T> => {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let watched: Device | null = null
  let stopWatching = (): void => {}
  let stopListening = (): void => {}
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
        for (const listener of listeners) listener()
      },
      // The device reports the error; this only retries the read.
      error: (kind) => {
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
      listeners.add(changed)
      if (listeners.size === 1) {
        stopListening = subscribe(look)
        ask()
        look()
      }
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        stopListening()
        stop()
      }
    },
  }
}
