import 'fake-indexeddb/auto'
import { useEffect, type ReactNode } from 'react'
import { uuidv7 } from 'uuidv7'
import type { ApiClient } from '../../../src/lib/api.ts'
import { DeviceProvider, useDevice, useLocal } from '../../../src/shared/offline/device.tsx'
import type { Device } from '../../../src/offline/database.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import type { Send } from '../../../src/offline/calls.ts'
import type { Sync } from '../../../src/offline/sync.ts'
import { someSync } from '../device/device.ts'
import { sendThrough } from '../device/send-through.ts'
import { show } from './screen.tsx'

export const line = (api: ApiClient) => {
  const sent: string[] = []
  const network = { reached: true }
  const sendNow = sendThrough(api)
  const send: Send = async (call, input, options) => {
    if (!network.reached) return { kind: 'unreachable' }
    if (call !== 'changes') sent.push(call)
    return sendNow(call, input, options)
  }
  return { send, sent, network }
}

export type Opened = { local: () => Local; sync: () => Promise<void> }

let last = 0

/** It syncs only on demand. */
export const showOnDevice = (
  content: ReactNode,
  api: ApiClient,
  send: Send,
  { address, userId, state }: { address?: string; userId?: string; state?: unknown } = {},
): Opened => {
  last += 1
  const captured: { local: Local | null; sync: Sync | null } = { local: null, sync: null }
  const hold = (local: Local): void => {
    captured.local = local
  }
  const begin = (device: Device): (() => void) => {
    const sync = someSync({ device, now: Date.now, newId: uuidv7 }, send)
    captured.sync = sync
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
      if (captured.local === null) throw new Error('Nothing is drawn')
      return captured.local
    },
    sync: async () => {
      captured.sync?.poke('requested')
      await captured.sync?.settled()
    },
  }
}
