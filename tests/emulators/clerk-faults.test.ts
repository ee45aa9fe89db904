import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_USERS } from '../../emulators/clerk/demo.ts'
import { emulatorOf } from '../../emulators/clerk/remote.ts'
import { openBrowser, signIn, type Browser } from '../kit/clerk/browser.ts'
import { openPage } from '../kit/clerk/clerk-js.ts'
import { ORIGIN, PASSWORDS, startClerk, type StartedClerk } from '../kit/clerk/start.ts'

let clerk: StartedClerk
let browser: Browser
let sessionId: string

beforeEach(async () => {
  clerk = await startClerk()
  browser = openBrowser(() => clerk.url, ORIGIN)
  sessionId = (await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)).id
})

afterEach(() => clerk.end())

test('a failing Clerk answers 503 until the fault ends, or for a number of requests', async () => {
  const end = clerk.faults.begin({ kind: 'failing' })
  expect([await status(), await status()]).toEqual([503, 503])
  end()
  expect(await status()).toBe(200)
  clerk.faults.begin({ kind: 'failing', status: 500, times: 1 })
  expect([await status(), await status()]).toEqual([500, 200])
})

test('a fault affects only its paths and methods', async () => {
  clerk.faults.begin({ kind: 'failing', path: '/v1/client/sessions', method: 'POST' })
  expect(await status()).toBe(200)
  expect((await browser.post(`/v1/client/sessions/${sessionId}/tokens`)).status).toBe(503)
  expect((await fetch(clerk.jwksUrl)).status).toBe(200)
})

test('a connection cut before the request changes nothing; cut after the request, the change stays', async () => {
  const rename = (first: string) => browser.send('PATCH', '/v1/me', { first_name: first })
  clerk.faults.begin({ kind: 'reset', times: 1 })
  await expect(rename('Reset')).rejects.toThrow('fetch failed')
  expect(await firstName()).toBe('Alex')
  clerk.faults.begin({ kind: 'lost', times: 1 })
  await expect(rename('Lost')).rejects.toThrow('fetch failed')
  expect(await firstName()).toBe('Lost')
})

test('a hanging request is answered once the fault ends', async () => {
  const end = clerk.faults.begin({ kind: 'hanging', path: '/v1/me' })
  let answered = false
  const waiting = browser.get('/v1/me').then((reply) => {
    answered = true
    return reply.status
  })
  await browser.get('/v1/environment')
  expect(answered).toBe(false)
  end()
  expect(await waiting).toBe(200)
})

test("a late answer arrives after later requests' answers", async () => {
  clerk.faults.begin({ kind: 'late', ms: 50, path: '/v1/me' })
  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  const late = browser.get('/v1/me').then(note('late'))
  await browser.get('/v1/environment').then(note('prompt'))
  await late
  expect(order).toEqual(['prompt', 'late'])
})

test('an emulator that hangs or is late can be closed', async () => {
  clerk.faults.begin({ kind: 'hanging', path: '/v1/me' })
  const waiting = browser.get('/v1/me').catch(() => 'cut')
  await browser.get('/v1/environment')
  await clerk.close()
  expect(await waiting).toBe('cut')
})

test('a fault at the start makes the real clerk-js report itself degraded', async () => {
  const flaky = await startClerk({
    faults: [{ kind: 'failing', path: '/v1/client', method: 'GET' }],
  })
  const page = await openPage(flaky)
  expect(page.clerk.status).toBe('degraded')
  await page.close()
  await flaky.end()
})

test('another process finds the emulator by its folder, reads messages, and begins and ends faults', async () => {
  const remote = emulatorOf(clerk.dataFolder)
  await remote.begin({ kind: 'failing', path: '/v1/me' })
  expect(await status()).toBe(503)
  await remote.clear()
  expect(await status()).toBe(200)

  const guest = openBrowser(() => clerk.url, ORIGIN)
  const { body } = await guest.post('/v1/client/sign_ins', {
    identifier: DEMO_USERS.standard.email,
  })
  const path = `/v1/client/sign_ins/${String(body.response?.['id'])}/prepare_first_factor`
  await guest.post(path, { strategy: 'email_code' })
  const [newest] = await remote.sentTo(DEMO_USERS.standard.email)
  expect(newest).toMatchObject({
    subject: 'Your sign-in code',
    code: expect.stringMatching(/^\d{6}$/),
  })
})

test('starting a fault needs the secret key', async () => {
  const answer = await fetch(`${clerk.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'failing' }),
  })
  expect(answer.status).toBe(401)
  expect(await status()).toBe(200)
})

async function status(): Promise<number> {
  return (await browser.get('/v1/me')).status
}

async function firstName(): Promise<unknown> {
  return (await browser.get('/v1/me')).body.response?.['first_name']
}
