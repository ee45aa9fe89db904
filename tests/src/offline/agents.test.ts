// @vitest-environment node
import { poke, someDevice, someSync } from '../../kit/device/device.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAgent } from '../../../contract/signals/agents.ts'
import { createApi } from '../../../src/lib/api.ts'
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
import { startTestApp, type TestApp } from '../../kit/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ companies: 5, people: 0 })
})
afterAll(() => app.close())

/** A device of one's own with its way to the real server. */
const aDevice = (userId: string) => {
  const local = someDevice(undefined, userId)
  const api = createApi({
    fetch: app.fetch,
    getToken: () => app.token({ userId }),
    isSignedIn: () => true,
    deploymentId: 'test',
    baseUrl: 'http://localhost/api',
  })
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

it('An agent that is made, changed and paused before it was ever sent goes out as one, and comes to the other device', async () => {
  const [here, there] = [aDevice('user_one'), aDevice('user_one')]
  const id = await createAgent(here.local, { ...newAgent, name: 'Hiring' })
  await changeAgent(here.local, await named(here.local, 'Hiring'), { name: 'Hiring, WA' })
  await changeAgent(here.local, await named(here.local, 'Hiring, WA'), { paused: true })
  expect((await unsettled(here.local.device)).unsent).toHaveLength(1)
  await here.meet()
  await there.meet()
  expect(await agents(there.local.device)).toMatchObject([
    { id, state: 'sent', value: { name: 'Hiring, WA', paused: true, version: 1 } },
  ])
  await deleteAgent(there.local, id)
  await there.meet()
  await here.meet()
  expect(await agents(here.local.device)).toEqual([])
})

it('An agent whose deletion has not been sent comes back as it was; one the server has deleted comes back as another', async () => {
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
  const kept = await named(local, 'Awards')
  await deleteAgent(local, id)
  await meet()
  await bringBackAgent(local, kept)
  await meet()
  const [again] = await agents(local.device)
  expect(again).toMatchObject({ state: 'sent', value: { name: 'Awards', mostADay: 9 } })
  expect(again?.id).not.toBe(id)
  await deleteAgent(local, again?.id ?? '')
  await meet()
})

it('An agent that was deleted elsewhere while it was changed here is kept to be restored as new', async () => {
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
