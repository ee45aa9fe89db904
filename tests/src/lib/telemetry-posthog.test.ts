import { Blob } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { startPosthog } from '../../../src/lib/telemetry-posthog.ts'

type Sent = { host: string; event: string; properties: Record<string, unknown> }

const aService = () => {
  let sent: Sent[] = []
  navigator.sendBeacon = (address, body) => {
    void eventsOf(String(address), body).then((events) => sent.push(...events))
    return true
  }
  return async (): Promise<Sent[]> => {
    // A page that closes sends pending events at once.
    for (const name of ['pagehide', 'unload']) window.dispatchEvent(new Event(name))
    await vi.waitUntil(() => sent.some(({ event }) => event === '$pageview'), { timeout: 10_000 })
    const arrived = sent
    sent = []
    return arrived
  }
}

const eventsOf = async (address: string, body: unknown): Promise<Sent[]> => {
  if (!(body instanceof Blob)) throw new Error('A beacon without a blob.')
  const bytes = Buffer.from(await body.arrayBuffer())
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
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

it('Analytics identify the user by id and organisation, send paths without search terms, and end with the user', async () => {
  const arrived = aService()
  history.replaceState(null, '', '/dashboard/search/new?keywords=secret#part')
  const alex = startPosthog(
    { key: 'phc_1', host: 'https://analytics.example' },
    { userId: 'user_1', orgId: 'org_1' },
  )
  alex.page('/dashboard/search/new')
  const first = await arrived()
  expect(new Set(first.map(({ host }) => host))).toEqual(new Set(['analytics.example']))
  const opened = first.find(({ event }) => event === '$pageview')
  expect(opened?.properties).toMatchObject({
    distinct_id: 'user_1',
    $groups: { organisation: 'org_1' },
    path: '/dashboard/search/new',
    $current_url: `${location.origin}/dashboard/search/new`,
  })
  expect(JSON.stringify(first)).not.toContain('secret')

  alex.end()
  alex.page('/sign-in')
  const kiri = startPosthog(
    { key: 'phc_1', host: 'https://analytics.example' },
    { userId: 'user_2', orgId: 'org_2' },
  )
  kiri.page('/dashboard')
  const then = await arrived()
  expect(
    then.filter(({ event }) => event === '$pageview').map((pageview) => pageview.properties),
  ).toEqual([expect.objectContaining({ distinct_id: 'user_2', path: '/dashboard' })])
  expect(JSON.stringify(then)).not.toMatch(/user_1|org_1/)
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([])
  expect(document.cookie).toBe('')
})
