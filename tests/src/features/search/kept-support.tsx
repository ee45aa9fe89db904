// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { useEffect, useState, type ReactNode } from 'react'
import { uuidv7 } from 'uuidv7'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { DeviceProvider, useDevice, useLocal } from '../../../../src/lib/device.tsx'
import { feedFrom } from '../../../../src/local/feed.ts'
import { kinds } from '../../../../src/local/kinds.ts'
import type { Local } from '../../../../src/local/outbox.ts'
import type { Outcome, Send } from '../../../../src/local/outcome.ts'
import { startSync, type Sync } from '../../../../src/local/sync.ts'
import { show } from '../support.tsx'

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
  { address, userId }: { address?: string; userId?: string } = {},
): Opened => {
  last += 1
  let local: Local | null = null
  let sync: Sync | null = null
  const Inside = () => {
    local = useLocal()
    const device = useDevice()
    const [started, setStarted] = useState(false)
    useEffect(() => {
      if (device === null) return undefined
      const begun = startSync({
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
      sync = begun
      setStarted(true)
      return () => void begun.stop()
    }, [device])
    return started ? <p hidden>in step</p> : null
  }
  show(
    <DeviceProvider owner={{ userId: userId ?? `user_${last}`, orgId: 'org_harbour' }}>
      <Inside />
      {content}
    </DeviceProvider>,
    api,
    address,
  )
  return {
    local: () => {
      if (local === null) throw new Error('Nothing is drawn')
      return local
    },
    sync: async () => {
      sync?.poke('asked')
      await sync?.settled()
    },
  }
}
