import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type DependencyList,
  type ReactNode,
} from 'react'
import { uuidv7 } from 'uuidv7'
import type { Device } from '../../offline/database.ts'
import { currentTab } from '../../offline/wipe/current-tab.ts'
import type { ItemState, Local } from '../../offline/outbox.ts'
import type { StorageErrorKind } from '../../offline/storage-error.ts'
import { createDeviceKeeper, type DeviceKeeper, type Owner, type Read } from './device-keeper.ts'
import { afterFirstScreen, onIdle } from '../../lib/defer.ts'

const code = async () => {
  // Without a known user at the start (index.html) the device is empty, so the first screen comes first.
  const first = document.documentElement.dataset['first']
  if (first === 'logo' || first === 'alone')
    await new Promise<void>((settled) => void afterFirstScreen(settled))
  return (await import('./device-chunk.ts')).deviceCode
}

const KeeperContext = createContext<DeviceKeeper>(createDeviceKeeper(null, currentTab.tab, code))

type Props = {
  /** Null without a user or an active organisation. The provider ignores later changes: give it a key. */
  owner: Owner | null
  children: ReactNode
}

/** Provides the user's device: it opens when a screen needs it, or when the browser is idle. */
export const DeviceProvider = ({ owner, children }: Props) => {
  const [keeper] = useState(() => createDeviceKeeper(owner, currentTab.tab, code))
  useEffect(() => {
    const stop = keeper.start()
    const calledOff = onIdle(keeper.ask)
    return () => {
      calledOff()
      stop()
    }
  }, [keeper])
  return <KeeperContext value={keeper}>{children}</KeeperContext>
}

export const useDevice = (): Device | null => {
  const keeper = use(KeeperContext)
  useEffect(() => keeper.ask(), [keeper])
  return useSyncExternalStore(keeper.subscribe, keeper.device)
}

/** Edits wait until the device is open, and reject with StorageError where nothing was saved. */
export const useLocal = (): Local => {
  const { soon } = use(KeeperContext)
  return useMemo(() => ({ device: soon, now: Date.now, newId: uuidv7 }), [soon])
}

/**
 * Answers now and after every change in any tab; undefined while loading, also after `deps` changed. Components share the result of a
 * module's function (`useLive(savedSearches)`).
 */
export const useLive = <T,>(read: Read<T>, deps: DependencyList = []): T | undefined => {
  const keeper = use(KeeperContext)
  // What it depends on is the caller's to say.
  // oxlint-disable-next-line react/exhaustive-deps
  const live = useMemo(() => keeper.live(read), [keeper, ...deps])
  return useSyncExternalStore(live.subscribe, live.current)
}

const none: ReadonlyMap<string, ItemState> = new Map()
const itemStates: Read<ReadonlyMap<string, ItemState>> = (device, { itemStates }) =>
  itemStates(device)

/** The state of each entity's edits ('list:<id>', 'search:<id>', ...); an entity without unsent edits has no entry. */
export const useItemStates = (): ReadonlyMap<string, ItemState> => useLive(itemStates) ?? none

export const useStorageError = (): StorageErrorKind | null => {
  const keeper = use(KeeperContext)
  return useSyncExternalStore(keeper.subscribe, keeper.storageError)
}
