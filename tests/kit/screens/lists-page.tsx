// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { useEffect, type ReactNode } from 'react'
import { KeepInSync } from '../../../src/app/keep-in-sync.tsx'
import type { ApiClient } from '../../../src/lib/api.ts'
import { DeviceProvider, useLocal } from '../../../src/shared/offline/device.tsx'
import { start } from '../../../src/lib/start.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { show } from './screen.tsx'

start.done = true

let last = 0

/** A device of its own with a screen of lists and the machinery behind it. */
export const openPage = (
  api: ApiClient,
  content: ReactNode,
  address: string,
  state: unknown = null,
) => {
  last += 1
  const owner = { userId: `user_lists_${last}`, orgId: 'org_harbour' }
  return { ...pageOf(api, owner, content, address, state), owner }
}

/** The same device, looked at again. */
export const pageOf = (
  api: ApiClient,
  owner: { userId: string; orgId: string },
  content: ReactNode,
  address: string,
  state: unknown = null,
) => {
  let held: Local | null = null
  const Hold = ({ hold }: { hold: (local: Local) => void }) => {
    const local = useLocal()
    useEffect(() => hold(local), [hold, local])
    return null
  }
  const hold = (local: Local): void => {
    held = local
  }
  const drawn = show(
    <DeviceProvider owner={owner}>
      <KeepInSync />
      {content}
      <Hold hold={hold} />
    </DeviceProvider>,
    api,
    address,
    state,
  )
  if (held === null) throw new Error('Nothing is drawn')
  // Set by the effect above.
  return { ...drawn, local: held as Local }
}
