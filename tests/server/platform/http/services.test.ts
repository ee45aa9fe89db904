import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../../server/platform/http/headers.ts'
import { servicesOf, type ServiceAddresses } from '../../../../server/platform/http/services.ts'

const nothing = {
  clerkOrigin: null,
  clerkHosted: false,
  reports: [],
  workspaceTours: false,
  chat: null,
  stripe: null,
  https: true,
  hashes: () => ({ styles: [], scripts: [] }),
}
const noAddresses: ServiceAddresses = {
  clerk: null,
  posthog: null,
  sentry: null,
  stripe: null,
  chat: null,
}
const onServer = {
  clerkHosted: false,
  errorReports: false,
  mail: false,
  storage: false,
  crms: [],
  registers: [],
}

const policyOf = (options: Partial<Parameters<typeof securityHeaders>[0]>): string =>
  securityHeaders({ ...nothing, ...options })()['content-security-policy'] ?? ''

/** What the policy lets a browser reach beside this origin. */
const reachable = (policy: string): string[] => [
  ...new Set(
    policy
      .split('; ')
      .flatMap((directive) => directive.split(' ').slice(1))
      .filter((source) => !source.startsWith("'") && source !== 'data:' && source !== 'blob:'),
  ),
]

describe('the services on the privacy page', () => {
  it('are none where nothing is configured, as in the policy', () => {
    expect(reachable(policyOf({}))).toEqual([])
    expect(servicesOf(policyOf({}), noAddresses, onServer)).toEqual([])
  })

  it('are exactly what the policy opens to a browser where everything is configured', () => {
    const posthog = 'https://eu.i.posthog.com'
    const sentry = 'https://key@o1.ingest.sentry.io/2'
    const policy = policyOf({
      clerkOrigin: 'https://clerk.fieldbook.example',
      clerkHosted: true,
      reports: [posthog, sentry],
      workspaceTours: true,
      stripe: { scriptUrl: null },
    })
    const services = servicesOf(
      policy,
      { clerk: 'https://clerk.fieldbook.example', posthog, sentry, stripe: null, chat: null },
      { ...onServer, clerkHosted: true },
    )
    expect(services.map(({ key }) => key).toSorted()).toEqual([
      'clerk',
      'posthog',
      'product-fruits',
      'sentry',
      'stripe',
    ])
    expect(services.flatMap(({ origins }) => origins).toSorted()).toEqual(
      reachable(policy).toSorted(),
    )
    expect(services.find(({ key }) => key === 'posthog')?.origins).toEqual([posthog])
  })

  it('name an address of the policy that belongs to no known service', () => {
    const policy = `${policyOf({})}; frame-src https://unknown.example`
    expect(servicesOf(policy, noAddresses, onServer)).toEqual([
      { key: 'other', origins: ['https://unknown.example'], names: [] },
    ])
  })

  it('name the chat by its addresses, and the emulators of Stripe and the chat by their own', () => {
    const emulated = { script: 'http://localhost:3005/chat.js', hosted: false }
    const policy = `${policyOf({ stripe: { scriptUrl: 'http://localhost:3002/v3/' }, chat: emulated })}; frame-src https://app.hubspot.com`
    const services = servicesOf(
      policy,
      { ...noAddresses, stripe: 'http://localhost:3002/v3/', chat: emulated.script },
      onServer,
    )
    expect(services.map(({ key }) => key).toSorted()).toEqual(['hubspot-chat', 'stripe'])
  })

  it('include what only the server reaches', () => {
    const server = {
      clerkHosted: true,
      errorReports: true,
      mail: true,
      storage: true,
      crms: ['HubSpot'],
      registers: ['ABN Lookup'],
    }
    expect(servicesOf(policyOf({}), noAddresses, server)).toEqual([
      { key: 'clerk', origins: [], names: [] },
      { key: 'sentry', origins: [], names: [] },
      { key: 'mail', origins: [], names: [] },
      { key: 'crm', origins: [], names: ['HubSpot'] },
      { key: 'register', origins: [], names: ['ABN Lookup'] },
      { key: 'storage', origins: [], names: [] },
    ])
  })
})
