// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { useEffect, type ReactNode } from 'react'
import { KeepInSync } from '../../../src/app/keep-in-sync.tsx'
import { SyncState } from '../../../src/app/sync-state.tsx'
import { SyncScreen } from '../../../src/screens/sync/sync-screen.tsx'
import type { ApiClient } from '../../../src/lib/api.ts'
import { Unreachable } from '../../../src/lib/api-errors.ts'
import { contact } from '../../../src/lib/contact.ts'
import { DeviceProvider, useLocal } from '../../../src/shared/offline/device.tsx'
import { start } from '../../../src/lib/start.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { show } from './screen.tsx'

start.done = true

type Name = keyof ApiClient

/** A client whose network can be cut, and which can be made to fail at a call. */
export const cuttable = (real: ApiClient) => {
  const made: Name[] = []
  const refused = new Map<string, Error>()
  const state = { cut: false, losesAnswers: false }
  const api = new Proxy(real, {
    get:
      (_, name: Name) =>
      async (...given: unknown[]): Promise<unknown> => {
        if (state.cut) {
          contact.reached = false
          throw new Unreachable('network')
        }
        made.push(name)
        const refusal = refused.get(name)
        if (refusal) throw refusal
        // Every name is a function of the client.
        const answer = await (real[name] as (...given: unknown[]) => Promise<unknown>)(...given)
        contact.reached = !state.losesAnswers
        if (state.losesAnswers) throw new Unreachable('network')
        return answer
      },
  })
  return {
    api,
    made,
    refused,
    state,
    cut: () => {
      state.cut = true
      contact.reached = false
    },
    mend: () => {
      state.cut = false
      state.losesAnswers = false
      contact.reached = true
    },
  }
}

/** A device of its own with its page: the top bar's state, the Sync centre, and the machinery behind them. */
export const openPage = async (api: ApiClient, more: ReactNode = null) => {
  last += 1
  const owner = { userId: `user_${last}`, orgId: 'org_harbour' }
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
      <SyncState />
      <SyncScreen />
      <Hold hold={hold} />
      {more}
    </DeviceProvider>,
    api,
    '/dashboard/sync',
  )
  if (held === null) throw new Error('Nothing is drawn')
  // Set by the effect above.
  return { ...drawn, owner, local: held as Local }
}

let last = 0
