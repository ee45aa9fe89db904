import { describe, expect, it } from 'vitest'
import type { Subscription } from '../../../contract/org/customer.ts'
import { gateFor, knownOf, type Gate } from '../../../src/app/gate.ts'
import { screens } from '../../../src/app/routes.tsx'

const now = Date.parse('2026-03-02T10:00:00Z')
const hour = 3_600_000
const day = 24 * hour

const statuses = {
  trialing: true,
  active: true,
  'past_due since a day': true,
  'past_due since eight days': false,
  incomplete: false,
  incomplete_expired: false,
  unpaid: false,
  paused: false,
  canceled: false,
  none: false,
} as const
type Status = keyof typeof statuses

const subscription = (status: Status, metadata: boolean): Subscription | null => {
  if (status === 'none') return null
  const [name, ago] = status.split(' since ')
  const overdue = ago === 'a day' ? day : ago === 'eight days' ? 8 * day : -day
  return {
    id: 'sub_1',
    customer: 'cus_1',
    // Safe cast: every key except 'none' begins with a status.
    status: name as Subscription['status'],
    billingCountry: 'AU',
    billingCurrency: 'AUD',
    planBucketId: 'bkt_starter',
    plan: { product: 'prod_starter', metadata: { plan_name: 'Starter' } },
    items: { data: [{ id: 'si_1' }] },
    metadata: metadata
      ? {
          plan_name: 'Starter',
          bucketId: 'bkt_starter',
          seats: 5,
          credits: 1000,
          periodEnd: new Date(now - overdue).toISOString(),
        }
      : null,
  }
}

const sources = {
  'confirmed, online': { known: true, stale: false, fetching: false, error: false, age: 0 },
  'confirmed 80 h ago in this page': {
    known: true,
    stale: false,
    fetching: false,
    error: false,
    age: 80,
  },
  'cached for an hour, being fetched': {
    known: true,
    stale: true,
    fetching: true,
    error: false,
    age: 1,
  },
  'cached for an hour, no network': {
    known: true,
    stale: true,
    fetching: false,
    error: true,
    age: 1,
  },
  'cached for 72 h, no network': {
    known: true,
    stale: true,
    fetching: false,
    error: true,
    age: 72,
  },
  'cached for 73 h, being fetched': {
    known: true,
    stale: true,
    fetching: true,
    error: false,
    age: 73,
  },
  'cached for 73 h, no network': {
    known: true,
    stale: true,
    fetching: false,
    error: true,
    age: 73,
  },
  'kept, of a clock set back': { known: true, stale: true, fetching: false, error: true, age: -80 },
  'not known, being fetched': { known: false, stale: true, fetching: true, error: false, age: 0 },
  'not known, no network': { known: false, stale: true, fetching: false, error: true, age: 0 },
}
type Source = keyof typeof sources

type Row = {
  status: Status
  metadata: boolean
  path: string
  ungated: boolean
  source: Source
  unconfirmed: boolean
}

const answer = ({ status, metadata, path, ungated, source, unconfirmed }: Row): Gate => {
  const { known, stale, fetching, error, age } = sources[source]
  const data = known ? subscription(status, metadata) : undefined
  const dataUpdatedAt = now - age * hour
  return gateFor({
    path,
    address: path,
    ungated,
    signedIn: true,
    unconfirmed,
    wasSignedIn: true,
    ...knownOf(
      { data, dataUpdatedAt, isStale: stale, isError: error, isFetching: fetching },
      now,
      72,
    ),
  })
}

const rows: Row[] = []
for (const status of Object.keys(statuses) as Status[])
  for (const metadata of [true, false])
    for (const { path, ungated = false } of screens)
      for (const source of Object.keys(sources) as Source[])
        for (const unconfirmed of [true, false])
          rows.push({ status, metadata, path, ungated, source, unconfirmed })

/** Spec 2 and spec 6, written independently of the gate. */
const expected = (row: Row): Gate => {
  const { path, source } = row
  if (['/sign-in', '/sign-up', '/maintenance', '/privacy'].includes(path)) return { show: 'screen' }
  if (source === 'not known, being fetched') return { show: 'loading' }
  if (source === 'not known, no network') return { show: 'trouble' }
  const valid = statuses[row.status] && row.metadata
  const exempt = path === '/dashboard/plan-selection' || path === '/dashboard/create-company'
  if (!valid) {
    if (source.endsWith('being fetched')) return { show: 'loading' }
    return exempt ? { show: 'screen' } : { redirect: '/dashboard/plan-selection' }
  }
  if (path === '/dashboard/plan-selection') return { redirect: '/dashboard' }
  if (row.unconfirmed) return { show: 'screen', readOnly: 'person' }
  const old = source.startsWith('cached for 73 h') || source === 'kept, of a clock set back'
  return old ? { show: 'screen', readOnly: 'plan' } : { show: 'screen' }
}

describe('the plan gate', () => {
  it('decides every status x metadata x route x source x age as the specification says', () => {
    expect(rows).toHaveLength(10 * 2 * screens.length * 10 * 2)
    for (const row of rows) expect([row, answer(row)]).toEqual([row, expected(row)])
  })

  it.each([1, 24, 168])(
    'accepts a cached subscription for %i h, and treats it as old after that, if the organisation chose that grace period',
    (graceHours) => {
      const standingAfter = (age: number): string =>
        knownOf(
          {
            data: subscription('active', true),
            dataUpdatedAt: now - age,
            isStale: true,
            isError: true,
            isFetching: false,
          },
          now,
          graceHours,
        ).standing
      expect(standingAfter(graceHours * hour)).toBe('cached')
      expect(standingAfter(graceHours * hour + 1)).toBe('old')
    },
  )

  it('never redirects because of an error', () => {
    for (const row of rows.filter((row) => sources[row.source].error)) {
      const gate = answer(row)
      if (!('redirect' in gate) || gate.redirect === '/dashboard') continue
      // Only an earlier negative answer redirects.
      expect(sources[row.source].known).toBe(true)
      expect(statuses[row.status] && row.metadata).toBe(false)
    }
  })

  it('opens no gated screen without subscription and metadata, except the two that are exempt', () => {
    const open = new Set(
      rows
        .filter((row) => !row.ungated && !(statuses[row.status] && row.metadata))
        .filter((row) => {
          const gate = answer(row)
          return 'show' in gate && gate.show === 'screen'
        })
        .map((row) => row.path),
    )
    expect([...open].sort()).toEqual(['/dashboard/create-company', '/dashboard/plan-selection'])
  })

  it('ignores the subscription while the user is loading or signed out', () => {
    for (const { path, ungated = false } of screens)
      for (const subscription of ['loading', 'failed', 'valid', 'invalid'] as const) {
        const question = {
          path,
          address: path,
          ungated,
          unconfirmed: false,
          wasSignedIn: true,
          subscription,
          standing: 'confirmed' as const,
          asking: false,
        }
        const shown: Gate = { show: 'screen' }
        expect(gateFor({ ...question, signedIn: 'loading' })).toEqual(
          ungated ? shown : { show: 'loading' },
        )
        expect(gateFor({ ...question, signedIn: false })).toEqual(
          ungated ? shown : { redirect: '/sign-in?action=sign-out' },
        )
      }
  })
})
