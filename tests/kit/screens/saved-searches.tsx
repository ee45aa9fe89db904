// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { useEffect, type ReactNode } from 'react'
import { uuidv7 } from 'uuidv7'
import type { ApiClient } from '../../../src/lib/api.ts'
import { ApiProblem } from '../../../src/lib/api-errors.ts'
import { DeviceProvider, useDevice, useLocal } from '../../../src/shared/offline/device.tsx'
import type { Device } from '../../../src/offline/database.ts'
import { feedFrom } from '../../../src/offline/feed.ts'
import { kinds } from '../../../src/offline/kinds.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import type { Outcome, Send } from '../../../src/offline/outcome.ts'
import { startSync, type Sync } from '../../../src/offline/sync.ts'
import { show } from './screen.tsx'

/** Calls as the device makes them, and which went out; `reached` is the network's switch. */
export const line = (api: ApiClient) => {
  const sent: string[] = []
  const network = { reached: true }
  const send: Send = async (call, input, { idempotencyKey, signal }): Promise<Outcome> => {
    if (!network.reached) return { kind: 'unreachable' }
    if (call !== 'changes') sent.push(call)
    // Every name of the contract is a function of the client; the kinds name no others.
    const make = api[call as keyof ApiClient] as (input: object, with_: object) => Promise<unknown>
    try {
      const key = idempotencyKey === undefined ? {} : { idempotencyKey }
      return { kind: 'done', output: await make(input, { ...key, signal, timeoutMs: 60_000 }) }
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.body === null) return { kind: 'unreachable' }
      return { kind: 'problem', problem: error.body }
    }
  }
  return { send, sent, network }
}

export type Opened = { local: () => Local; sync: () => Promise<void> }

let last = 0

/** Draws a screen on a device of its own, which sends and reads only when told to. */
export const showOnDevice = (
  content: ReactNode,
  api: ApiClient,
  send: Send,
  { address, userId, state }: { address?: string; userId?: string; state?: unknown } = {},
): Opened => {
  last += 1
  const held: { local: Local | null; sync: Sync | null } = { local: null, sync: null }
  const hold = (local: Local): void => {
    held.local = local
  }
  const begin = (device: Device): (() => void) => {
    const sync = startSync({
      device,
      now: Date.now,
      newId: uuidv7,
      kinds,
      send,
      pull: feedFrom(send),
      locks: null,
      random: () => 0,
      report: (error) => {
        throw error
      },
      later: () => () => {},
    })
    held.sync = sync
    return () => void sync.stop()
  }
  const Inside = () => {
    const local = useLocal()
    const device = useDevice()
    useEffect(() => hold(local), [local])
    useEffect(() => (device === null ? undefined : begin(device)), [device])
    return null
  }
  show(
    <DeviceProvider owner={{ userId: userId ?? `user_${last}`, orgId: 'org_harbour' }}>
      <Inside />
      {content}
    </DeviceProvider>,
    api,
    address,
    state,
  )
  return {
    local: () => {
      if (held.local === null) throw new Error('Nothing is drawn')
      return held.local
    },
    sync: async () => {
      held.sync?.poke('asked')
      await held.sync?.settled()
    },
  }
}
