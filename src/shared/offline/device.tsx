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
import { here } from '../../offline/here.ts'
import type { ItemState, Local } from '../../offline/outbox.ts'
import type { TroubleKind } from '../../offline/trouble.ts'
import { keepDevice, type DeviceKeeper, type Owner, type Read } from './device-keeper.ts'
import { whenIdle } from '../../lib/idle.ts'
import { whenSettled } from '../../lib/when-settled.ts'

const code = async () => {
  // Where nobody was known when the page came (index.html), nothing is kept yet: the first screen comes first.
  const first = document.documentElement.dataset['first']
  if (first === 'logo' || first === 'alone')
    await new Promise<void>((settled) => void whenSettled(settled))
  return (await import('./device-chunk.ts')).deviceCode
}

const KeeperContext = createContext<DeviceKeeper>(keepDevice(null, here.tab, code))

type Props = {
  /** Null while nobody is known, or no organisation is active. Give the provider a key by it: it does not follow. */
  owner: Owner | null
  children: ReactNode
}

/** What the person keeps on this device, for everything below: opened when a screen asks, or else when the browser has a moment. */
export const DeviceProvider = ({ owner, children }: Props) => {
  const [keeper] = useState(() => keepDevice(owner, here.tab, code))
  useEffect(() => {
    const stop = keeper.start()
    const calledOff = whenIdle(keeper.ask)
    return () => {
      calledOff()
      stop()
    }
  }, [keeper])
  return <KeeperContext value={keeper}>{children}</KeeperContext>
}

/** The device; null while it is being opened. */
export const useDevice = (): Device | null => {
  const keeper = use(KeeperContext)
  useEffect(() => keeper.ask(), [keeper])
  return useSyncExternalStore(keeper.subscribe, keeper.device)
}

/** What edits are made with (`renameList(local, ...)`). Edits made while the device is being opened wait for it; all reject with StorageTrouble where nothing was saved. */
export const useLocal = (): Local => {
  const { soon } = use(KeeperContext)
  return useMemo(() => ({ device: soon, now: Date.now, newId: uuidv7 }), [soon])
}

/**
 * What `read` reads from the device, now and after every change in whichever tab; undefined while it is loading, also after `deps`
 * changed. A function of its own module (`useLive(savedSearches)`) is read once for all who look.
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

/** How far the edits of each entity ('list:<id>', 'search:<id>', 'activity:<id>', ...) are; what is not in it is sent. */
export const useItemStates = (): ReadonlyMap<string, ItemState> => useLive(itemStates) ?? none

/** What is wrong with the device's storage; null when all is well. */
export const useStorageTrouble = (): TroubleKind | null => {
  const keeper = use(KeeperContext)
  return useSyncExternalStore(keeper.subscribe, keeper.trouble)
}
