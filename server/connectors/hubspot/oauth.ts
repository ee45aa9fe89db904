import * as z from 'zod/mini'
import {
  ClientRefused,
  CrmError,
  Revoked,
  SignInRefused,
  Unavailable,
  Unreadable,
} from '../errors.ts'
import type { Http, HttpAnswer } from '../http.ts'
import type { ConnectorSettings, Grant, OAuth } from '../port.ts'
import { parse, reading, refusalOf, sentenceOf, throwIfSlow, type Refusal } from './calls.ts'
import { version } from './shapes.ts'

export type Origins = { app: string; api: string }

export const requiredScopes = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.companies.read',
  'crm.objects.companies.write',
  'crm.objects.owners.read',
]

/** For our own key field. */
const optionalScopes = [
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
  'crm.schemas.companies.read',
  'crm.schemas.companies.write',
]

const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  /** Seconds. */
  expires_in: z.number(),
  hub_id: z.optional(z.number()),
  scopes: z.optional(z.array(z.string())),
})

const Details = z.object({ uiDomain: z.optional(z.string()) })

/** The same refresh token comes back, but the latest is stored: HubSpot reserves the right to rotate. */
export const openOAuth = (
  settings: ConnectorSettings,
  origins: Origins,
  now: () => number,
): OAuth => {
  const { clientId, clientSecret } = settings
  const post = (http: Http, path: string, fields: Record<string, string>): Promise<HttpAnswer> =>
    reading(http, {
      method: 'POST',
      url: `${origins.api}/oauth/${version}/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        ...fields,
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
    })
  /** Throws for everything except a refusal of the code or token. */
  const accept = (answer: HttpAnswer, before: Grant | null): Grant | Refusal => {
    if (answer.status < 300) return grantOf(parse(answer, Tokens), before, origins, now())
    const refusal = refusalOf(answer)
    if (answer.status >= 500) throw new Unavailable(`HubSpot answered ${answer.status}.`)
    if (!refusal) throw new Unreadable(`HubSpot answered ${answer.status} without JSON.`)
    throwIfSlow(answer, refusal.body, now())
    if (isOurFault(refusal)) throw new ClientRefused(sentenceOf(refusal))
    return refusal
  }
  return {
    rotates: 'never',
    hint: null,
    authorize: ({ state, challenge, redirect }) => {
      const url = new URL('/oauth/authorize', origins.app)
      const query = {
        client_id: clientId,
        redirect_uri: redirect,
        scope: requiredScopes.join(' '),
        optional_scope: optionalScopes.join(' '),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      // HubSpot does not take a plus sign for a space.
      url.search = Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&')
      return url
    },
    redeem: async (http, { code, verifier, redirect }) => {
      const answer = await post(http, 'token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect,
        code_verifier: verifier,
      })
      const grant = accept(answer, null)
      if ('status' in grant) throw new SignInRefused(sentenceOf(grant))
      return origins.app === vendorApp ? withUiDomain(http, grant) : grant
    },
    refresh: async (http, grant) => {
      const answer = await post(http, 'token', {
        grant_type: 'refresh_token',
        refresh_token: grant.refreshToken ?? '',
      })
      const next = accept(answer, grant)
      if ('status' in next) throw new Revoked(sentenceOf(next))
      return next
    },
    revoke: async (http, grant) => {
      const answer = await post(http, 'token/revoke', {
        token: grant.refreshToken ?? '',
        token_type_hint: 'refresh_token',
      })
      if (answer.status >= 500) throw new Unavailable(`HubSpot answered ${answer.status}.`)
    },
  }
}

export const vendorApp = 'https://app.hubspot.com'

/** What a token is for, also whose it is. Throws Unavailable. */
export const introspect = async (
  http: Http,
  { clientId, clientSecret }: ConnectorSettings,
  grant: Grant,
): Promise<z.infer<typeof Introspected>> => {
  const answer = await reading(http, {
    method: 'POST',
    url: `${grant.baseUrl}/oauth/${version}/token/introspect`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      token: grant.accessToken,
      token_type_hint: 'access_token',
    }).toString(),
  })
  if (answer.status >= 300) throw new Unavailable(`HubSpot answered ${answer.status}.`)
  return parse(answer, Introspected)
}

const Introspected = z.object({
  active: z.boolean(),
  user_id: z.optional(z.number()),
  user: z.optional(z.string()),
  hub_domain: z.optional(z.string()),
  scopes: z.optional(z.array(z.string())),
})

const isOurFault = ({ body }: Refusal): boolean =>
  body.status === 'BAD_CLIENT_ID' ||
  body.status === 'BAD_CLIENT_SECRET' ||
  body.error === 'invalid_client'

const grantOf = (
  tokens: z.infer<typeof Tokens>,
  before: Grant | null,
  origins: Origins,
  at: number,
): Grant => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
  expiresAt: at + tokens.expires_in * 1_000,
  scopes: tokens.scopes ?? before?.scopes ?? [],
  baseUrl: origins.api,
  signInUrl: before?.signInUrl ?? `${origins.app}/contacts/${tokens.hub_id ?? ''}`,
})

/** Accounts outside the United States have their screens at another host. */
const withUiDomain = async (http: Http, grant: Grant): Promise<Grant> => {
  try {
    const answer = await reading(http, {
      method: 'GET',
      url: `${grant.baseUrl}/account-info/${version}/details`,
      headers: { authorization: `Bearer ${grant.accessToken}` },
    })
    const { uiDomain } = parse(answer, Details)
    const signInUrl = grant.signInUrl?.replace(
      vendorApp,
      `https://${uiDomain ?? 'app.hubspot.com'}`,
    )
    return { ...grant, signInUrl }
  } catch (cause) {
    // The code is used; HubSpot leads from its general host to the right one.
    if (cause instanceof CrmError) return grant
    throw cause
  }
}
