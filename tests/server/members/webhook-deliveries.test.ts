import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chance, type Chance } from '../../kit/chance.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import {
  deliver,
  newWebhookSecret,
  svixSignature,
  type ClerkDelivery,
  type Sending,
} from '../../kit/clerk/webhooks.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { happenings, playHappenings, readStoredTruth, withOurRoles } from '../../kit/clerk/world.ts'

const seed = Number(process.env['DELIVERED_SEED'] ?? 20260303)
const deliveries = Number(process.env['DELIVERED_WEBHOOKS'] ?? 500)

const [older, newer, forgers] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
const at = Date.parse('2026-03-03T00:00:00Z')

type Sent = { event: ClerkDelivery; sending: Sending; forged: boolean }

/** With either secret or both, up to 290 s late or early. */
const good = (event: ClerkDelivery, random: Chance): Sent => {
  const secret = random.is(0.5) ? older : newer
  const ageSeconds = random.is(0.5) ? 0 : random.whole(581) - 290
  return { event, forged: false, sending: { secret, ageSeconds, ...bothSigned(event, random) } }
}

/** Several secrets are for a rotation. */
const bothSigned = (
  { id, body }: ClerkDelivery,
  random: Chance,
): { headers?: Record<string, string> } => {
  if (random.is(0.7)) return {}
  const now = Math.floor(Date.now() / 1000)
  const signatures = [newWebhookSecret(), newer].map((signingSecret) =>
    svixSignature(signingSecret, id, now, body),
  )
  return { headers: { 'svix-timestamp': String(now), 'svix-signature': signatures.join(' ') } }
}

/** It would change the result: another name and a later time under the id of a future event. */
const forged = (event: ClerkDelivery, random: Chance): Sent => {
  const body = event.body
    .replaceAll(/"(name|first_name)":"[^"]*"/g, '"$1":"Mallory"')
    .replaceAll(/"(updated_at|timestamp)":\d+/g, `"$1":${at + 9_000_000}`)
  const lie = { ...event, body }
  const now = Math.floor(Date.now() / 1000)
  const signature = svixSignature(newer, event.id, now, event.body)
  const signed = { 'svix-timestamp': String(now), 'svix-signature': signature }
  const ways: Sent[] = [
    { event: lie, forged: true, sending: { secret: forgers } },
    { event: lie, forged: true, sending: { secret: newer, headers: signed } },
    { event: lie, forged: true, sending: { secret: newer, headers: { 'svix-signature': '' } } },
    { event: lie, forged: true, sending: { secret: newer, ageSeconds: 302 } },
    { event: lie, forged: true, sending: { secret: older, ageSeconds: -310 } },
    {
      event: { ...event, body: JSON.stringify(JSON.parse(event.body), null, 1) },
      forged: true,
      sending: { secret: newer, headers: signed },
    },
  ]
  return random.of(ways)
}

/** Each event one to five times, a third of them forged, in any order. */
const shuffle = (events: readonly ClerkDelivery[], random: Chance): Sent[] =>
  events
    .flatMap((event) => [
      ...Array.from({ length: 1 + random.whole(5) }, () => good(event, random)),
      ...(random.is(0.33) ? [forged(event, random)] : []),
    ])
    .map((sent) => ({ sent, order: random.whole(1_000_000) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ sent }) => sent)

type Found = { sent: number; forged: number; believed: number; differing: number; p99: number }

/** Counts accepted forgeries and organisations that end differently. */
const play = async (test: TestApp, atLeast: number, prefix: string): Promise<Found> => {
  const random = chance(seed)
  const found: Found = { sent: 0, forged: 0, believed: 0, differing: 0, p99: 0 }
  const times: number[] = []
  const deliverEvent = async ({ event, sending, forged: lie }: Sent): Promise<void> => {
    const from = performance.now()
    const { status } = await deliver(test, event, sending)
    times.push(performance.now() - from)
    found.sent += 1
    if (lie) {
      found.forged += 1
      if (status < 300) found.believed += 1
      else expect(status).toBe(400)
    } else if (status === 503) await deliverEvent({ event, sending, forged: lie })
    else expect(status).toBe(200)
  }
  for (let history = 0; found.sent < atLeast; history += 1) {
    const [happened = []] = fc.sample(happenings, { seed: seed + history, numRuns: 1 })
    const { events, truth } = playHappenings(happened, `${prefix}${history}_`, at)
    const queue = shuffle(events, random)
    while (queue.length > 0) await Promise.all(queue.splice(0, 4).map((sent) => deliverEvent(sent)))
    const stored = await readStoredTruth(test.db, truth)
    if (JSON.stringify(sortedKeys(stored)) !== JSON.stringify(sortedKeys(withOurRoles(truth))))
      found.differing += 1
  }
  found.p99 = Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0)
  return found
}

const sortedKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([key, inner]) => [key, sortedKeys(inner)])
    : value

describe("Clerk's webhooks", () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 0, parts: { webhookSecrets: [older, newer] } })
  }, 120_000)
  afterAll(() => test.close())

  it(
    `reach the state of their order when shuffled, repeated, delayed and forged (seed ${seed}, ${deliveries} deliveries)`,
    async () => {
      const found = await play(test, deliveries, 'd')
      expect(found).toMatchObject({ believed: 0, differing: 0 })
      expect(found.forged).toBeGreaterThan(deliveries / 20)
      const events = await test.db.owner.selectFrom('webhook_event').select('id').execute()
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      reportPromise({
        promise: 'I19',
        check: "deliveries of Clerk's webhooks, shuffled, repeated, delayed, forged",
        volume: found.sent,
        goal: 10_000,
        seed,
        figures: { forged: found.forged, believed: 0, differing: 0, p99Ms: found.p99 },
      })
    },
    60_000 + deliveries * 120,
  )

  it('fail this check if a forger has a secret', async () => {
    const fooled = await startTestApp({
      companies: 0,
      parts: { webhookSecrets: [older, newer, forgers] },
    })
    try {
      const found = await play(fooled, 500, 'f')
      expect(found.believed).toBeGreaterThan(0)
      expect(found.differing).toBeGreaterThan(0)
    } finally {
      await fooled.close()
    }
  }, 120_000)
})
