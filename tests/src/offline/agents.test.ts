// @vitest-environment node
import { poke, someDevice, someSync } from '../../kit/device/device.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAgent } from '../../../contract/signals/agents.ts'
import { sendWith } from '../../../src/shared/offline/send.ts'
import {
  agents,
  bringBackAgent,
  changeAgent,
  createAgent,
  deleteAgent,
} from '../../../src/offline/agents.ts'
import { restoreAsNew } from '../../../src/offline/conflicts.ts'
import { unsettled } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { clientOf } from '../../kit/device/real-server.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ companies: 5, people: 0 })
})
afterAll(() => app.close())

const aDevice = (userId: string) => {
  const local = someDevice(undefined, userId)
  const api = clientOf(app, { userId })
  /** Sends and reads once; in between nothing leaves the device. */
  const meet = async (): Promise<void> => {
    const sync = someSync(
      local,
      sendWith(api, () => false),
    )
    await poke(sync)
    await sync.stop()
  }
  return { local, meet, api }
}
const named = async (local: Local, name: string) => {
  const found = (await agents(local.device)).find(({ value }) => value.name === name)
  if (!found) throw new Error(`There is no agent ${name}`)
  return found.value
}

it('An agent that was created, changed and paused offline is sent as one request and reaches the other device', async () => {
  const [first, second] = [aDevice('user_one'), aDevice('user_one')]
  const id = await createAgent(first.local, { ...newAgent, name: 'Hiring' })
  await changeAgent(first.local, await named(first.local, 'Hiring'), { name: 'Hiring, WA' })
  await changeAgent(first.local, await named(first.local, 'Hiring, WA'), { paused: true })
  expect((await unsettled(first.local.device)).unsent).toHaveLength(1)
  await first.meet()
  await second.meet()
  expect(await agents(second.local.device)).toMatchObject([
    { id, state: 'sent', value: { name: 'Hiring, WA', paused: true, version: 1 } },
  ])
  await deleteAgent(second.local, id)
  await second.meet()
  await first.meet()
  expect(await agents(first.local.device)).toEqual([])
})

it('An agent is restored unchanged before its deletion was sent, and as a new agent after', async () => {
  const { local, meet } = aDevice('user_two')
  const id = await createAgent(local, { ...newAgent, name: 'Awards', types: ['award'] })
  await meet()
  await changeAgent(local, await named(local, 'Awards'), { mostADay: 9 })
  const before = await named(local, 'Awards')
  await deleteAgent(local, id)
  await bringBackAgent(local, before)
  await meet()
  expect(await agents(local.device)).toMatchObject([
    { id, state: 'sent', value: { mostADay: 9, types: ['award'] } },
  ])
  const saved = await named(local, 'Awards')
  await deleteAgent(local, id)
  await meet()
  await bringBackAgent(local, saved)
  await meet()
  const [again] = await agents(local.device)
  expect(again).toMatchObject({ state: 'sent', value: { name: 'Awards', mostADay: 9 } })
  expect(again?.id).not.toBe(id)
  await deleteAgent(local, again?.id ?? '')
  await meet()
})

it('An agent that was deleted elsewhere while it was changed here becomes a conflict and can be restored as new', async () => {
  const { local, meet, api } = aDevice('user_three')
  const id = await createAgent(local, { ...newAgent, name: 'Offices' })
  await meet()
  await changeAgent(local, await named(local, 'Offices'), { cadence: 'weekly' })
  await api.deleteAgent({ id })
  await meet()
  const { conflicts } = await unsettled(local.device)
  expect(conflicts).toMatchObject([{ kind: 'gone', table: 'agents', item: id }])
  const [conflict] = conflicts
  if (conflict) await restoreAsNew(local, conflict)
  await meet()
  expect(await agents(local.device)).toMatchObject([
    { state: 'sent', value: { name: 'Offices', cadence: 'weekly', version: 1 } },
  ])
  expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
})
