import 'fake-indexeddb/auto'
import type { ReactNode } from 'react'
import { KeepInSync } from '../../../src/app/keep-in-sync.tsx'
import { SyncState } from '../../../src/app/sync-state.tsx'
import { SyncScreen } from '../../../src/screens/sync/sync-screen.tsx'
import type { ApiClient } from '../../../src/lib/api.ts'
import { Unreachable } from '../../../src/lib/api-errors.ts'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { firstScreen } from '../../../src/lib/defer.ts'
import { showWithDevice } from './on-device.tsx'

firstScreen.shown = true

type Name = keyof ApiClient

export const cuttable = (real: ApiClient) => {
  const calls: Name[] = []
  const refused = new Map<string, Error>()
  const state = { cut: false, losesAnswers: false }
  const api = new Proxy(real, {
    get:
      (_, name: Name) =>
      async (...given: unknown[]): Promise<unknown> => {
        if (state.cut) {
          connectivity.online = false
          throw new Unreachable('network')
        }
        calls.push(name)
        const refusal = refused.get(name)
        if (refusal) throw refusal
        // Every name is a function of the client.
        const answer = await (real[name] as (...given: unknown[]) => Promise<unknown>)(...given)
        connectivity.online = !state.losesAnswers
        if (state.losesAnswers) throw new Unreachable('network')
        return answer
      },
  })
  return {
    api,
    calls,
    refused,
    state,
    cut: () => {
      state.cut = true
      connectivity.online = false
    },
    mend: () => {
      state.cut = false
      state.losesAnswers = false
      connectivity.online = true
    },
  }
}

export const openPage = async (api: ApiClient, more: ReactNode = null) => {
  last += 1
  const owner = { userId: `user_${last}`, orgId: 'org_harbour' }
  const drawn = showWithDevice(
    owner,
    <>
      <KeepInSync />
      <SyncState />
      <SyncScreen />
      {more}
    </>,
    api,
    '/dashboard/sync',
  )
  return { ...drawn, owner }
}

let last = 0
