import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ORGANIZATIONS, DEMO_USERS } from '../../emulators/clerk/demo.ts'
import { openBrowser, signIn } from '../kit/clerk/browser.ts'
import { ORIGIN, PASSWORDS, startClerk, type StartedClerk } from '../kit/clerk/start.ts'

let clerk: StartedClerk

beforeAll(async () => {
  clerk = await startClerk({ webhook: { url: () => 'http://127.0.0.1:9/', retryAfterMs: [] } })
})

afterAll(() => clerk.end())

test('the inspector lists users, organisations, sessions, sent messages and events', async () => {
  const browser = openBrowser(() => clerk.url, ORIGIN)
  const { id } = await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
  await browser.post(`/v1/organizations/${DEMO_ORGANIZATIONS.harbour.id}/invitations`, {
    email_address: 'invited@newcomer.example',
    role: 'org:basic_member',
  })
  const text = await page()
  for (const seen of [
    'Alex Fernleigh',
    'Harbour Advisory (Admin)',
    'sam@harbour.example (Standard)',
    'invited@newcomer.example (Standard)',
    'Invitation to join Harbour Advisory',
    'organizationInvitation.created',
    id,
  ])
    expect(text).toContain(seen)
})

test('the inspector escapes what users typed', async () => {
  const browser = openBrowser(() => clerk.url, ORIGIN)
  await signIn(browser, DEMO_USERS.standard.email, PASSWORDS.standard)
  await browser.send('PATCH', '/v1/me', { first_name: '<script>alert("&")</script>' })
  expect(await page()).toContain('&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;')
  expect(await page()).not.toContain('<script')
})

test('the inspector is reachable neither through the product nor by another host name', async () => {
  const ways = [
    { 'x-forwarded-host': 'localhost:3000' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { host: 'rebound.example' },
  ]
  for (const headers of ways)
    for (const path of ['/', '/sent.json']) expect(await statusOf(path, headers)).toBe(404)
  expect(await statusOf('/', {})).toBe(200)
})

async function page(): Promise<string> {
  return (await fetch(clerk.url)).text()
}

// fetch does not send another host's name.
async function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(`${clerk.url}${path}`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', reject)
  })
}
