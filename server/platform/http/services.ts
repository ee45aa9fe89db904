import type { Service, ServiceKey } from '../../../contract/core/privacy.ts'

/** Set-ups that the policy does not show: the server reaches them, or a browser through it. */
export type ServerServices = {
  clerkHosted: boolean
  errorReports: boolean
  mail: boolean
  storage: boolean
  /** Their names, as users know them. */
  crms: readonly string[]
  registers: readonly string[]
}

/** The addresses in this installation's settings. */
export type ServiceAddresses = {
  clerk: string | null
  posthog: string | null
  sentry: string | null
  stripe: string | null
  chat: string | null
}

/**
 * Every address that the Content-Security-Policy opens belongs to a service, at least to `other`: what a browser may reach and is
 * not on the privacy page cannot be.
 */
export const servicesOf = (
  policy: string,
  addresses: ServiceAddresses,
  server: ServerServices,
): Service[] => {
  const origins = [...new Set(policy.match(/\b(?:https?|wss?):\/\/[^\s;]+/g))].toSorted()
  const owners = ownersOf(addresses)
  const inBrowser = new Map<ServiceKey, string[]>()
  for (const origin of origins) {
    const keys = owners.filter(([, owns]) => owns(origin)).map(([key]) => key)
    for (const key of keys.length === 0 ? (['other'] as const) : keys)
      inBrowser.set(key, [...(inBrowser.get(key) ?? []), origin])
  }
  if (server.clerkHosted && !inBrowser.has('clerk')) inBrowser.set('clerk', [])
  if (server.errorReports && !inBrowser.has('sentry')) inBrowser.set('sentry', [])
  return [
    ...[...inBrowser].map(([key, own]): Service => ({ key, origins: own, names: [] })),
    ...onServer('mail', server.mail),
    ...onServer('crm', server.crms.length > 0, server.crms),
    ...onServer('register', server.registers.length > 0, server.registers),
    ...onServer('storage', server.storage),
  ]
}

type Owner = readonly [ServiceKey, (origin: string) => boolean]

const ownersOf = (addresses: ServiceAddresses): readonly Owner[] => {
  const at = (address: string | null) => (origin: string) =>
    address !== null && new URL(address).origin === origin
  const stripe = at(addresses.stripe)
  const clerk = at(addresses.clerk)
  const chat = at(addresses.chat)
  return [
    ['clerk', (origin) => clerk(origin) || ofClerk.test(origin)],
    ['stripe', (origin) => stripe(origin) || /[/.]stripe\.com$/.test(origin)],
    ['posthog', at(addresses.posthog)],
    ['sentry', at(addresses.sentry)],
    ['product-fruits', (origin) => /[/.]productfruits\.com$/.test(origin)],
    ['hubspot-chat', (origin) => chat(origin) || ofHubspot.test(origin)],
  ]
}

/** Its pictures, and the bot protection of its sign-up. */
const ofClerk = /\/\/(?:img\.clerk\.com|challenges\.cloudflare\.com)$/
const ofHubspot =
  /[/.](?:hubspot|hubapi|hsforms|hs-scripts|hs-banner|hs-analytics|usemessages|hscollectedforms)\.(?:com|net)$/

const onServer = (key: ServiceKey, isOn: boolean, names: readonly string[] = []): Service[] =>
  isOn ? [{ key, origins: [], names: [...names] }] : []
