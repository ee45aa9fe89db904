// @vitest-environment node
import { poke, someDevice, someSync } from '../../kit/device/device.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi } from '../../../src/lib/api.ts'
import { sendWith } from '../../../src/shared/offline/send.ts'
import { addToList, createList, renameList } from '../../../src/offline/lists.ts'
import { lists, unsettled } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'

let understood = new Set(['before'])
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    companies: 20,
    people: 0,
    parts: { supports: (deploymentId) => understood.has(deploymentId) },
  })
})
afterAll(() => app.close())

/** A page of one build on a device. `answers` false: what it asks arrives, and no answer comes back. */
const aPage = (local: Local, deploymentId: string) => {
  const page = { answers: true, outdated: 0, asked: [] as string[] }
  const api = createApi({
    fetch: async (input, init) => {
      page.asked.push(init?.method ?? 'GET')
      const answer = await app.fetch(input, init)
      if (!page.answers) throw new TypeError('Failed to fetch')
      return answer
    },
    getToken: () => app.token(),
    isSignedIn: () => true,
    deploymentId,
    baseUrl: 'http://localhost/api',
    onOutdated: () => (page.outdated += 1),
  })
  return Object.assign(page, {
    sync: someSync(
      local,
      sendWith(api, () => false),
    ),
  })
}

it('Edits of a page that the server no longer understands wait for the newer one, and arrive once', async () => {
  const local = someDevice(undefined, 'user_alex')
  const { body } = await app.ask(
    'POST',
    '/records',
    { category: 'company', size: 3 },
    {
      headers: { 'deployment-id': 'before' },
    },
  )
  const ids: string[] = body.records.map(({ id }: { id: string }) => id)
  const old = aPage(local, 'before')
  await poke(old.sync)
  // One arrives, and the answer does not: it may not be done again later.
  old.answers = false
  const list = await createList(local, { name: 'Perth builders', category: 'company' })
  await poke(old.sync)
  understood = new Set(['now'])
  old.answers = true
  const [made] = await lists(local.device)
  if (made) await renameList(local, made.value, 'Perth and Fremantle')
  await addToList(local, list, ids)
  await createList(local, { name: 'Mandurah', category: 'company' })
  await poke(old.sync)
  expect(old.sync.state()).toEqual({ is: 'outdated' })
  expect(old.outdated).toBeGreaterThan(0)
  const held = await unsettled(local.device)
  expect(held.unsent.length).toBeGreaterThanOrEqual(3)
  expect([held.needAttention, held.conflicts]).toEqual([[], []])
  const before = old.asked.length
  await poke(old.sync)
  expect(old.asked).toHaveLength(before)
  await old.sync.stop()

  const now = aPage(local, 'now')
  await poke(now.sync)
  expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
  const there = await app.ask('GET', '/lists', undefined, { headers: { 'deployment-id': 'now' } })
  const found = there.body.map((one: { name: string; count: number }) => [one.name, one.count])
  expect(found.toSorted()).toEqual([
    ['Mandurah', 0],
    ['Perth and Fremantle', ids.length],
  ])
  await now.sync.stop()
  local.device.close()
})
