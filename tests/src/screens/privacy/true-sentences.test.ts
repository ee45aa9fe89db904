import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { fitOf, fitRules } from '../../../../contract/org/account-fit.ts'
import { AccountIntelligence } from '../../../../contract/org/account-intelligence.ts'
import {
  createCandidateIndex,
  type MatchKeys,
} from '../../../../server/entity-matching/candidates.ts'
import { matchCompany } from '../../../../server/entity-matching/ladder.ts'
import { nameKey } from '../../../../server/entity-matching/name-keys.ts'
import { outranks } from '../../../../server/importers/merge.ts'
import { securityHeaders } from '../../../../server/platform/http/headers.ts'
import { servicesOf } from '../../../../server/platform/http/services.ts'
import { openWorkspaceTours } from '../../../../src/app/workspace-tours.ts'
import { maxContactAge } from '../../../../src/offline/age.ts'
import { deviceStores } from '../../../../src/offline/device-stores.ts'
import { openChat } from '../../../../src/screens/help/chat.ts'
import { decisions, deviceCopy, serviceCopy } from '../../../../src/screens/privacy/copy.ts'
import { roundPosition } from '../../../../src/shared/position/position.ts'

const chatScript = 'https://js-ap1.hs-scripts.com/1234567.js'
const posthog = 'https://eu.i.posthog.com'
const sentry = 'https://key@o1.ingest.sentry.io/2'

/** The services of the page, where all that loads a script of its own is on. */
const services = servicesOf(
  securityHeaders({
    clerkOrigin: null,
    clerkHosted: false,
    reports: [posthog, sentry],
    workspaceTours: true,
    chat: { script: chatScript, hosted: true },
    stripe: { scriptUrl: null },
    https: true,
    hashes: () => ({ styles: [], scripts: [] }),
  })()['content-security-policy'] ?? '',
  { clerk: null, posthog, sentry, stripe: null, chat: chatScript },
  {
    clerkHosted: false,
    errorReports: false,
    mail: false,
    storage: false,
    crms: [],
    registers: [],
  },
)

const ownerOf = (address: string): string | undefined => {
  const { protocol, host } = new URL(address)
  return services.find(({ origins }) =>
    origins.some((origin) => {
      const { protocol: listed, host: pattern } = new URL(origin.replace('*.', 'any.'))
      return listed === protocol && (pattern === host || host.endsWith(pattern.replace(/^any/, '')))
    }),
  )?.key
}

/** The addresses of the scripts that a page adds. */
const scriptsOf = async (load: () => unknown): Promise<string[]> => {
  const added = vi.spyOn(document.head, 'append').mockReturnValue(undefined)
  await load()
  const scripts = added.mock.calls.flat()
  added.mockRestore()
  return scripts.map((script) => (script instanceof HTMLScriptElement ? script.src : ''))
}

describe('what the privacy page says of services', () => {
  it('is at the address that the tours really load, with the user’s id and role', async () => {
    const scripts = await scriptsOf(() =>
      openWorkspaceTours('code', { userId: 'user_1', role: 'admin' }),
    )
    expect(scripts.map(ownerOf)).toEqual(['product-fruits'])
    const [[, , , sent] = []] = window.$productFruits ?? []
    expect(sent).toEqual({ username: 'user_1', role: 'admin' })
    expect(serviceCopy['product-fruits'].receives).toBe('Your user id and role.')
  })

  it('is at the address that the chat really loads once it is opened, with name and email', async () => {
    const identify = async () => ({ email: 'alex@harbour.example', token: 'visitor-1' })
    const scripts = await scriptsOf(async () => {
      void openChat(chatScript, identify).catch(() => undefined)
      await vi.waitUntil(() => window.hsConversationsOnReady)
    })
    expect(scripts.map(ownerOf)).toEqual(['hubspot-chat'])
    expect(window.hsConversationsSettings).toEqual({
      loadImmediately: false,
      identificationEmail: 'alex@harbour.example',
      identificationToken: 'visitor-1',
    })
    expect(serviceCopy['hubspot-chat'].receives).toMatch(/^Your name, email .* once you open/)
  })

  it('is at the addresses of the keys for analytics, error reports and payments', () => {
    expect([posthog, sentry, 'https://js.stripe.com/v3'].map(ownerOf)).toEqual([
      'posthog',
      'sentry',
      'stripe',
    ])
  })
})

const numbersIn = (text: string): number[] => [...text.matchAll(/\d+/g)].map(Number)
const ruleOf = (name: string): string =>
  decisions.find((decision) => decision.name === name)?.rule ?? ''

describe('what the privacy page says of the device', () => {
  it('deletes revealed contact details after the week that it names', () => {
    expect(deviceCopy.contacts).toContain('after a week')
    expect(maxContactAge).toBe(7 * 24 * 60 * 60 * 1000)
  })

  it('rounds a position to about the kilometre that it names', () => {
    const [km = 0] = numbersIn(deviceCopy.position)
    const kmPerDegree = 111
    const sent = roundPosition({ lat: -31.9549, lng: 115.8549 })
    expect(sent).toEqual({ lat: -31.95, lng: 115.85 })
    expect(Math.abs(sent.lat - -31.9549) * kmPerDegree).toBeLessThan(km)
    expect(km).toBe(1)
  })

  it('leaves nothing of the user at sign-out but what it says', () => {
    expect(deviceCopy.signOut).toBe(
      'Signing out deletes all of it. The app itself and your theme stay.',
    )
    const stay = deviceStores.filter(({ atSignOut }) => atSignOut !== 'goes')
    expect(stay.filter(({ kind }) => kind === 'database' || kind === 'file')).toEqual([])
    expect(stay.map(({ holds }) => holds)).not.toContain('last known identity')
  })
})

describe('what the privacy page says of automatic decisions', () => {
  const rules = fitRules(
    z.parse(AccountIntelligence, {
      idealCustomer: {
        industries: [{ division: 'Construction', group: null }],
        sizes: ['51-200'],
        regions: ['AU/WA'],
        never: { company_type: ['Government'] },
      },
      competitors: ['MYOB'],
    }),
  )
  if (rules === null) throw new Error('Nothing is described')
  const perfect = {
    industry: ['Construction'],
    company_size: ['51-200'],
    location: ['AU', 'AU/WA'],
    technographics: ['MYOB'],
  }

  it('is the range of the fit score, its four parts, and 0 where a rule bars', () => {
    const [least, most, barred] = numbersIn(ruleOf('Fit score'))
    expect(fitOf({ facets: {} }, rules).score).toBe(least)
    const best = fitOf({ facets: perfect }, rules)
    expect(best.score).toBe(most)
    expect(best.parts.map(({ part }) => part)).toEqual(['industry', 'size', 'region', 'competitor'])
    expect(ruleOf('Fit score')).toContain('industry, size, region and tools')
    const government = { ...perfect, company_type: ['Government'] }
    expect(fitOf({ facets: government }, rules).score).toBe(barred)
  })

  it('is that the more confident source wins, and the newer of two alike', () => {
    const before = { source: 'a', seen_at: '2026-03-03', confidence: 0.8 }
    const wins = (seenAt: string, base: number): boolean =>
      outranks(before, { source: 'b', seenAt, trust: { base }, official: false }, base)
    expect(ruleOf('Confidence')).toMatch(/more confident one\. If they’re equal, the newer one/)
    expect([wins('2026-03-01', 0.9), wins('2026-03-04', 0.7)]).toEqual([true, false])
    expect([wins('2026-03-04', 0.8), wins('2026-03-01', 0.8)]).toEqual([true, false])
  })

  const keys = (name: string, more: Partial<MatchKeys> = {}): MatchKeys => ({
    name,
    name_key: nameKey(name),
    domain_key: null,
    abn: null,
    acn: null,
    nzbn: null,
    lei: null,
    linkedin: null,
    ticker: null,
    state: null,
    postcode: null,
    country: null,
    type: null,
    source: null,
    ...more,
  })
  const judge = (wanted: MatchKeys, known: MatchKeys): { kind: string; score?: number } => {
    const index = createCandidateIndex()
    index.add({ ...known, id: 'known' })
    return matchCompany(wanted, index)
  }

  it('is from which percentage a row matches, and from which a user decides', () => {
    const [match = 0, review = 0] = numbersIn(ruleOf('Matching'))
    const wa = { state: 'WA' }
    expect(judge(keys('Banksia', wa), keys('Banksia', wa))).toMatchObject({
      kind: 'match',
      score: match,
    })
    const alike = judge(keys('Banksia Quarry Minerals'), keys('Banksia Quarry Mineral'))
    expect(alike.kind).toBe('review')
    expect(alike.score).toBeGreaterThanOrEqual(review)
    expect(alike.score).toBeLessThan(match)
    expect(judge(keys('Banksia'), keys('Wattle'))).toEqual({ kind: 'new' })
  })
})
