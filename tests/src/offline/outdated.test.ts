// @vitest-environment node
import { poke, someDevice, someSync } from '../../kit/device/device.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi } from '../../../src/lib/api.ts'
import { sendWith } from '../../../src/shared/offline/send.ts'
import { addToList, createList, changeList } from '../../../src/offline/lists.ts'
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

/** `answers` false: its requests arrive, but their answers are lost. */
const aPage = (local: Local, deploymentId: string) => {
  const page = { answers: true, outdated: 0, requests: [] as string[] }
  const api = createApi({
    fetch: async (input, init) => {
      page.requests.push(init?.method ?? 'GET')
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

it('Edits of an outdated page wait for the update and arrive once', async () => {
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
  // The request arrives and its answer is lost: it must not be applied twice.
  old.answers = false
  const list = await createList(local, { name: 'Perth builders', category: 'company' })
  await poke(old.sync)
  understood = new Set(['now'])
  old.answers = true
  const [created] = await lists(local.device)
  if (created) await changeList(local, created.value, { name: 'Perth and Fremantle' })
  await addToList(local, list, ids)
  await createList(local, { name: 'Mandurah', category: 'company' })
  await poke(old.sync)
  expect(old.sync.state()).toEqual({ is: 'outdated' })
  expect(old.outdated).toBeGreaterThan(0)
  const waiting = await unsettled(local.device)
  expect(waiting.unsent.length).toBeGreaterThanOrEqual(3)
  expect([waiting.needAttention, waiting.conflicts]).toEqual([[], []])
  const before = old.requests.length
  await poke(old.sync)
  expect(old.requests).toHaveLength(before)
  await old.sync.stop()

  const now = aPage(local, 'now')
  await poke(now.sync)
  expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
  const there = await app.ask('GET', '/lists', undefined, { headers: { 'deployment-id': 'now' } })
  const found = there.body.map((row: { name: string; count: number }) => [row.name, row.count])
  expect(found.toSorted()).toEqual([
    ['Mandurah', 0],
    ['Perth and Fremantle', ids.length],
  ])
  await now.sync.stop()
  local.device.close()
})
