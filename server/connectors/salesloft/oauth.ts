import * as z from 'zod/mini'
import { ClientRefused, Revoked, SignInRefused, Slow, Unavailable, Uncertain } from '../errors.ts'
import { parseJson, type Http, type HttpAnswer } from '../http.ts'
import type { ConnectorSettings, Grant, OAuth } from '../port.ts'
import { nextMinute } from './calls.ts'

/** What the connector uses, to the scopes' names in Salesloft. */
export const neededScopes = [
  'accounts:read',
  'accounts:write',
  'people:read',
  'people:write',
  'notes:read',
  'notes:write',
  'tasks:read',
  'tasks:write',
  'users:read',
  'team:read',
  'custom_fields:read',
]

/**
 * Signing in at accounts.salesloft.com. A refresh revokes all older refresh tokens; a lost answer is Uncertain and ends the grant.
 * Salesloft documents neither PKCE nor how to revoke a token.
 */
export const openOAuth = (
  { clientId, clientSecret }: ConnectorSettings,
  origins: { accounts: string; api: string },
  now: () => number,
): OAuth => {
  const ask = async (http: Http, parameters: Record<string, string>): Promise<HttpAnswer> =>
    http({
      method: 'POST',
      url: `${origins.accounts}/oauth/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        ...parameters,
      }).toString(),
    })
  const grantOf = (answer: HttpAnswer): Grant => {
    const token = Token.safeParse(jsonOf(answer))
    if (!token.success) throw new Uncertain('The token answer of Salesloft does not parse.')
    const { access_token: accessToken, refresh_token: refreshToken, expires_in, scope } = token.data
    return {
      accessToken,
      refreshToken,
      expiresAt: now() + expires_in * 1000,
      scopes: (scope ?? '').split(/[\s,]+/).filter(Boolean),
      baseUrl: `${origins.api}/v2`,
    }
  }

  return {
    authorize: ({ state, redirect }) => {
      const url = new URL('/oauth/authorize', origins.accounts)
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirect,
        response_type: 'code',
        scope: neededScopes.join(' '),
        state,
      }).toString()
      return url
    },
    redeem: async (http, { code, redirect }) => {
      const answer = await ask(http, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect,
      })
      if (answer.status === 200) return grantOf(answer)
      throw tokenError(answer, now(), (text) => new SignInRefused(text))
    },
    refresh: async (http, { refreshToken }) => {
      if (refreshToken === null) throw new Revoked('The grant has no refresh token.')
      const answer = await ask(http, { grant_type: 'refresh_token', refresh_token: refreshToken })
      if (answer.status === 200) return grantOf(answer)
      throw tokenError(answer, now(), (text) => new Revoked(text))
    },
    revoke: () => Promise.resolve(),
    rotates: 'kills-old',
    hint: null,
  }
}

const Token = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: z.nullish(z.string()),
})

const TokenRefusal = z.object({ error: z.string(), error_description: z.nullish(z.string()) })

const jsonOf = (answer: HttpAnswer): unknown => {
  try {
    return parseJson(answer)
  } catch {
    return null
  }
}

const tokenError = (answer: HttpAnswer, at: number, refuse: (text: string) => Error): Error => {
  if (answer.status === 429)
    return new Slow('Salesloft limits token requests.', nextMinute(at), 'calls')
  if (answer.status >= 500) return new Uncertain(`Salesloft answered ${answer.status}.`)
  const refusal = TokenRefusal.safeParse(jsonOf(answer))
  if (!refusal.success) return new Unavailable(`Salesloft answered ${answer.status}.`)
  const { error, error_description } = refusal.data
  const text = error_description ?? error
  if (error === 'invalid_grant') return refuse(text)
  if (error === 'invalid_client' || error === 'unauthorized_client') return new ClientRefused(text)
  return new SignInRefused(text)
}
