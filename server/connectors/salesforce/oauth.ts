import * as z from 'zod/mini'
import {
  ClientRefused,
  Forbidden,
  Revoked,
  SignInRefused,
  Slow,
  Unavailable,
  Uncertain,
} from '../errors.ts'
import { parseJson, type Http, type HttpAnswer } from '../http.ts'
import type { ConnectorSettings, Grant, OAuth } from '../port.ts'
import { signInHost } from './sign-in-host.ts'

/** `api` for records, `refresh_token` for a connection that lasts, the others for the account's name. */
export const neededScopes = ['api', 'refresh_token', 'openid', 'id']

/**
 * Signing in at login.salesforce.com or the customer's own address, with PKCE. A refresh token is good once, and using it again ends the
 * grant: a lost answer is Uncertain. No answer says how long an access token lives; each says where the account's API is.
 */
export const openOAuth = (
  { clientId, clientSecret }: ConnectorSettings,
  /** Instead of the vendor's. */
  ownOrigin: string | undefined,
  now: () => number,
): OAuth => {
  const signInAt = (hint: string | undefined): string => ownOrigin ?? signInHost(hint)
  const post = async (http: Http, url: string, form: Record<string, string>) =>
    http({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
    })
  const requestToken = (http: Http, origin: string, form: Record<string, string>) =>
    post(http, `${origin}/services/oauth2/token`, {
      ...form,
      client_id: clientId,
      client_secret: clientSecret,
    })

  return {
    authorize: ({ state, challenge, redirect, hint }) => {
      const url = new URL('/services/oauth2/authorize', signInAt(hint))
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirect,
        scope: neededScopes.join(' '),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        prompt: 'login consent',
      }).toString()
      return url
    },
    redeem: async (http, { code, verifier, redirect, hint }) => {
      const signInUrl = signInAt(hint)
      const answer = await requestToken(http, signInUrl, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirect,
      })
      if (answer.status !== 200) throw tokenError(answer, now(), (text) => new SignInRefused(text))
      return grantOf(answer, signInUrl, null)
    },
    refresh: async (http, grant) => {
      const { refreshToken, signInUrl = signInAt(undefined) } = grant
      if (refreshToken === null) throw new Revoked('The grant has no refresh token.')
      const answer = await requestToken(http, signInUrl, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      })
      if (answer.status !== 200) throw tokenError(answer, now(), (text) => new Revoked(text))
      return grantOf(answer, signInUrl, grant)
    },
    revoke: async (http, { signInUrl = signInAt(undefined), refreshToken, accessToken }) => {
      const answer = await post(http, `${signInUrl}/services/oauth2/revoke`, {
        token: refreshToken ?? accessToken,
      })
      if (answer.status >= 500) throw new Unavailable(`Salesforce answered ${answer.status}.`)
    },
    rotates: 'kills-old',
    hint: { label: 'My Domain address', example: 'acme.my.salesforce.com', required: false },
  }
}

const Token = z.object({
  access_token: z.string(),
  refresh_token: z.nullish(z.string()),
  instance_url: z.url(),
  scope: z.nullish(z.string()),
})

const TokenRefusal = z.object({ error: z.string(), error_description: z.nullish(z.string()) })

/** A refresh that does not rotate names neither token nor scopes. */
const grantOf = (answer: HttpAnswer, signInUrl: string, before: Grant | null): Grant => {
  const token = Token.safeParse(jsonOf(answer))
  if (!token.success) throw new Uncertain('The token answer of Salesforce does not parse.')
  const { access_token, refresh_token, instance_url, scope } = token.data
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? before?.refreshToken ?? null,
    expiresAt: null,
    scopes: scope?.split(' ').filter(Boolean) ?? before?.scopes ?? [],
    baseUrl: new URL(instance_url).origin,
    signInUrl,
  }
}

const tokenError = (answer: HttpAnswer, at: number, refuse: (text: string) => Error): Error => {
  if (answer.status >= 500) return new Uncertain(`Salesforce answered ${answer.status}.`)
  const refusal = TokenRefusal.safeParse(jsonOf(answer))
  if (!refusal.success) return new Unavailable(`Salesforce answered ${answer.status}.`)
  const { error, error_description } = refusal.data
  const text = error_description ?? error
  // Another process refreshes at this moment.
  if (/already being processed/i.test(text)) return new Unavailable(text)
  if (/ip restricted/i.test(text)) return new Forbidden(text)
  if (clientErrors.has(error)) return new ClientRefused(text)
  if (error === 'rate_limit_exceeded') return new Slow(text, at + 60_000, 'calls')
  if (grantErrors.has(error)) return refuse(text)
  return new Unavailable(text)
}

const clientErrors = new Set(['invalid_client', 'invalid_client_id', 'invalid_client_credentials'])

const grantErrors = new Set([
  'invalid_grant',
  'inactive_user',
  'inactive_org',
  'redirect_uri_mismatch',
  'invalid_request',
])

const jsonOf = (answer: HttpAnswer): unknown => {
  try {
    return parseJson(answer)
  } catch {
    return null
  }
}
