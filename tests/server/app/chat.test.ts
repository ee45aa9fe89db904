import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startObserve, type ObserveEmulator } from '../../../emulators/observe/emulator.ts'
import { hubspotChat } from '../../../server/platform/vendors/hubspot-chat.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'

let observe: ObserveEmulator
let test: TestApp
beforeAll(async () => {
  observe = await startObserve({ env: {} })
  const chat = hubspotChat({ script: `${observe.url}/1.js`, token: 'pat-1', fetch })
  const extras = { posthog: false, productFruitsWorkspace: null, chat, contactSupport: null }
  test = await startTestApp({ companies: 0, parts: { extras } })
  await test.ask('GET', '/homepage')
  await test.db.owner
    .updateTable('member')
    .set({ name: 'Alex van Dyk', email: 'alex@harbour.example' })
    .execute()
})
beforeEach(() => observe.faults.clear())
afterAll(async () => {
  await test.close()
  await observe.close()
})

const fetchToken = () =>
  test.ask('GET', '/fetch-hubspot-token?email=sam@southern.example&firstName=Sam&lastName=Lee')

it('A chat token identifies the user of the session, whatever the query says', async () => {
  expect((await fetchToken()).body).toEqual({
    token: expect.stringMatching(/^visitor-/),
    email: 'alex@harbour.example',
  })
  const identified = observe.seen.at(-1)?.text
  expect(identified).toContain(
    '{"email":"alex@harbour.example","firstName":"Alex","lastName":"van Dyk"}',
  )
  expect(identified).toContain('"authorization":"Bearer pat-1"')
  expect(identified).not.toContain('southern')
})

it('A chat that refuses or fails is unavailable, and the answer says nothing of it', async () => {
  for (const status of [403, 429, 500]) {
    observe.faults.begin({ kind: 'failing', status, path: '/visitor-identification', times: 1 })
    const answer = await fetchToken()
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(JSON.stringify(answer.body)).not.toMatch(/hubspot answered/i)
  }
})

it('An organisation without the flag gets no token and no chat', async () => {
  const flags = (enabled: boolean) =>
    test.db.owner
      .updateTable('customer')
      .set({ features: JSON.stringify({ 'chat-widget': { enabled } }) })
      .execute()
  await flags(false)
  const before = observe.seen.length
  expect(await fetchToken()).toMatchObject({ status: 204 })
  expect(observe.seen).toHaveLength(before)
  await flags(true)
  expect((await fetchToken()).status).toBe(200)
})

it('The app learns of the chat and its script', async () => {
  const { body } = await test.ask('GET', '/configs')
  expect(body.configs).toMatchObject({ chat_script: `${observe.url}/1.js` })
  const { features } = (await test.ask('GET', '/platform/features')).body
  expect(features['chat-widget']).toEqual({ enabled: true })
})
