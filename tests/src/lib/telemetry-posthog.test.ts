import { Blob } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { startPosthog } from '../../../src/lib/telemetry-posthog.ts'

type Sent = { host: string; event: string; properties: Record<string, unknown> }

// PostHog takes the page's fetch when it loads.
const { requests, answers } = vi.hoisted(() => {
  const calls: string[] = []
  const given: { nonsense?: string } = {}
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    calls.push(`${init?.method ?? 'GET'} ${url.replace(/\?.*/, '')}`)
    const early = { flagKey: 'routes', name: 'Routes', description: 'Plan a day', stage: 'beta' }
    const answer = url.includes('early_access') ? { earlyAccessFeatures: [early] } : { flags: {} }
    return new Response(given.nonsense ?? JSON.stringify(answer))
  }
  return { requests: calls, answers: given }
})

const aService = () => {
  let sent: Sent[] = []
  navigator.sendBeacon = (address, body) => {
    void eventsOf(String(address), body).then((events) => sent.push(...events))
    return true
  }
  return async (name = '$pageview'): Promise<Sent[]> => {
    // A page that closes sends pending events at once.
    for (const name of ['pagehide', 'unload']) window.dispatchEvent(new Event(name))
    await vi.waitUntil(() => sent.some(({ event }) => event === name), { timeout: 10_000 })
    const arrived = sent
    sent = []
    return arrived
  }
}

const eventsOf = async (address: string, body: unknown): Promise<Sent[]> => {
  if (!(body instanceof Blob)) throw new Error('A beacon without a blob.')
  const bytes = Buffer.from(await body.arrayBuffer())
  const sentText = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
  const encoded = /^data=(.*)$/s.exec(sentText)?.[1]
  const text =
    encoded === undefined ? sentText : Buffer.from(decodeURIComponent(encoded), 'base64').toString()
  const { batch } = Batch.parse(JSON.parse(text))
  return batch.map((event) => ({ ...event, host: new URL(address).host }))
}

const Batch = z.object({
  batch: z.array(z.object({ event: z.string(), properties: z.record(z.string(), z.unknown()) })),
})

// The window's own makes text of the test's bytes.
vi.stubGlobal('Blob', Blob)

// PostHog sends nothing from a browser that a program drives.
Object.defineProperty(navigator, 'webdriver', { value: false })

const service = { key: 'phc_1', host: 'https://analytics.example' }
const alex = { userId: 'user_1', orgId: 'org_1' }

beforeEach(() => {
  requests.length = 0
  delete answers.nonsense
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'globalPrivacyControl')
  localStorage.clear()
})

it('Analytics start in no browser that asks sites not to track', () => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })
  const analytics = startPosthog(service, alex)
  analytics.page('/dashboard')
  analytics.share(true)
  expect(analytics.sharing()).toBe('refused')
  expect(requests).toEqual([])
})

it('Analytics that the user of this device switched off start with the switch', async () => {
  localStorage.setItem('fieldbook.share-usage', 'false')
  const analytics = startPosthog(service, alex)
  expect(analytics.sharing()).toBe('off')
  expect(requests).toEqual([])
  analytics.share(true)
  await vi.waitUntil(() => requests.length > 0)
  analytics.end()
})

it('Analytics ask for flags and early access, and offer what the service has', async () => {
  const analytics = startPosthog(service, alex)
  const offered = { flag: 'routes', name: 'Routes', description: 'Plan a day' }
  expect(await analytics.earlyAccess()).toEqual([{ ...offered, joined: false }])
  analytics.join('routes', true)
  expect(await analytics.earlyAccess()).toEqual([{ ...offered, joined: true }])
  await vi.waitUntil(() => requests.some((request) => request.includes('/flags/')))
  expect(requests).toContain('POST https://analytics.example/flags/')
  expect(requests).toContain('GET https://analytics.example/api/early_access_features/')
  analytics.end()
})

it.each([
  '<p>Welcome to the hotel</p>',
  'null',
  '[1]',
  '{"flags":7,"featureFlags":"x","earlyAccessFeatures":{"length":2}}',
  '{"earlyAccessFeatures":[null,1,{"flagKey":3},{"flagKey":"a","name":{},"description":""},{"flagKey":"routes","name":"Routes"}]}',
])('Analytics of a service that answers %s offer what can be read, quietly', async (nonsense) => {
  answers.nonsense = nonsense
  const noise = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  const analytics = startPosthog(service, alex)
  await vi.waitUntil(() => requests.some((request) => request.includes('/api/early_access')))
  const routes = { flag: 'routes', name: 'Routes', description: '', joined: false }
  let offered: unknown = []
  void analytics.earlyAccess().then((features) => (offered = features))
  await new Promise((resolve) => setTimeout(resolve))
  const readable = nonsense.includes('Routes') ? [routes] : []
  await vi.waitFor(() => expect(offered).toEqual(readable))
  for (const spy of noise) expect(spy).not.toHaveBeenCalled()
  analytics.end()
})

it('Analytics identify the user by id and organisation, send paths without search terms, and end with the user', async () => {
  const arrived = aService()
  history.replaceState(null, '', '/dashboard/search/new?keywords=secret#part')
  document.title = 'Secret Wrens'
  const analytics = startPosthog(service, alex)
  analytics.page('/dashboard/search/new')
  const first = (await arrived()).filter(({ properties }) => properties['distinct_id'] === 'user_1')
  expect(new Set(first.map(({ host }) => host))).toEqual(new Set(['analytics.example']))
  const opened = first.find(({ event }) => event === '$pageview')
  expect(opened?.properties).toMatchObject({
    distinct_id: 'user_1',
    $groups: { organisation: 'org_1' },
    path: '/dashboard/search/new',
    $current_url: `${location.origin}/dashboard/search/new`,
  })
  expect(JSON.stringify(first)).not.toMatch(/secret/i)

  analytics.end()
  analytics.page('/sign-in')
  const kiri = startPosthog(service, { userId: 'user_2', orgId: 'org_2' })
  kiri.page('/dashboard')
  const then = await arrived()
  expect(
    then.filter(({ event }) => event === '$pageview').map((pageview) => pageview.properties),
  ).toEqual([expect.objectContaining({ distinct_id: 'user_2', path: '/dashboard' })])
  expect(JSON.stringify(then)).not.toMatch(/user_1|org_1/)
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([])
  expect(document.cookie).toBe('')
  kiri.end()
})

it('Analytics count searches by choices and counts, never by text', async () => {
  const arrived = aService()
  const analytics = startPosthog(service, alex)
  const filters = { keywords: ['secret'], country: ['AU'] }
  analytics.call('records', { category: 'company', filters }, { total: 12, records: ['secret'] })
  analytics.call('records', { category: 'company', filters, from: 10 }, { total: 12 })
  analytics.call('saveSearch', { name: 'secret', category: 'people' }, { name: 'secret' })
  analytics.call('autocompleteCompanies', { term: 'secret' }, {})
  const events = await arrived('search')
  const named = events.filter(({ event }) => !event.startsWith('$'))
  expect(named.map(({ event }) => event)).toEqual(['search', 'search saved'])
  expect(named[0]?.properties).toMatchObject({ category: 'company', total: 12, filters: 2 })
  expect(JSON.stringify(events)).not.toContain('secret')
  analytics.end()
})
