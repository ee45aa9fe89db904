import { databasePrefix, storagePrefix } from './names.ts'

export type StoreKind =
  | 'local storage'
  | 'session storage'
  | 'database'
  | 'cache'
  | 'cookie'
  | 'file'
  | 'notification'
  | 'push subscription'

export type DeviceStore = {
  kind: StoreKind
  /** What it is for, in a word or two. */
  holds: string
  /** Whether a name of that kind is this store. */
  is: (name: string) => boolean
  /** 'goes' at sign-out; 'stays' because it says nothing of anybody. */
  atSignOut: 'goes' | 'stays'
}

/** Everything the browser keeps for Fieldbook. A name that is on no line is deleted at sign-out all the same. */
export const deviceStores: readonly DeviceStore[] = [
  {
    kind: 'database',
    holds: 'saved work of a person',
    is: (name) => name.startsWith(databasePrefix),
    atSignOut: 'goes',
  },
  {
    kind: 'local storage',
    holds: 'answers a start needs',
    is: (name) => name.startsWith(`${storagePrefix}queries.`),
    atSignOut: 'goes',
  },
]

/** The line of the list a name belongs to. */
export const storeOf = (kind: StoreKind, name: string): DeviceStore | undefined =>
  deviceStores.find((store) => store.kind === kind && store.is(name))

/** Remembers that a database exists, for browsers that cannot list them. Call it before opening one. */
export const rememberDatabase = (name: string): void => {
  void name
}
