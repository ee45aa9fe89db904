import * as z from 'zod/mini'
import { ClientRefused, Revoked, SignInRefused, Slow, Unavailable, Uncertain } from '../errors.ts'
import type { Http, HttpAnswer } from '../http.ts'
import type { ConnectorSettings, Grant, OAuth } from '../port.ts'
import { readJson } from './calls.ts'

/** What the connector uses; the app's registration requests them, not the address. */
export const neededScopes = [
  'base',
  'contacts:full',
  'contact-fields:full',
  'users:read',
  'search:read',
  'activities:full',
]

/**
 * Signing in at oauth.pipedrive.com, without PKCE. The same refresh token comes back and dies after 60 days without use; to revoke it
 * uninstalls the app.
 */
export const openOAuth = (
  { clientId, clientSecret }: ConnectorSettings,
  origin: string,
  now: () => number,
): OAuth => {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const post = (http: Http, path: string, parameters: Record<string, string>) =>
    http({
      method: 'POST',
      url: `${origin}${path}`,
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams(parameters).toString(),
    })
  return {
    authorize: ({ state, redirect }) => {
      const url = new URL('/oauth/authorize', origin)
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirect,
        state,
      }).toString()
      return url
    },
    redeem: async (http, { code, redirect }) => {
      const answer = await post(http, '/oauth/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect,
      })
      return grantOf(answer, now(), (text) => new SignInRefused(text))
    },
    refresh: async (http, { refreshToken }) => {
      if (refreshToken === null) throw new Revoked('The grant has no refresh token.')
      const answer = await repeatable(
        post(http, '/oauth/token', { grant_type: 'refresh_token', refresh_token: refreshToken }),
      )
      return grantOf(answer, now(), (text) => new Revoked(text))
    },
    revoke: async (http, { refreshToken }) => {
      if (refreshToken === null) return
      const answer = await repeatable(
        post(http, '/oauth/revoke', { token: refreshToken, token_type_hint: 'refresh_token' }),
      )
      if (answer.status === 401) throw new ClientRefused('Pipedrive refused our client.')
      if (answer.status === 429 || answer.status >= 500) throw tokenFault(answer, now())
    },
    rotates: 'never',
    hint: null,
  }
}

const Token = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: z.nullish(z.string()),
  api_domain: z.url(),
})

const TokenRefusal = z.object({ error: z.string(), message: z.nullish(z.string()) })

const pauseMs = 2_000

/** To refresh or to revoke a second time does no harm. */
const repeatable = async (answer: Promise<HttpAnswer>): Promise<HttpAnswer> => {
  try {
    return await answer
  } catch (error) {
    throw error instanceof Uncertain ? new Unavailable(error.message, { cause: error }) : error
  }
}

const grantOf = (answer: HttpAnswer, at: number, refuse: (text: string) => Error): Grant => {
  const json = readJson(answer)
  const token = Token.safeParse(json)
  if (answer.status === 200 && token.success) {
    const { access_token, refresh_token, expires_in, scope, api_domain } = token.data
    return {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: at + expires_in * 1000,
      scopes: (scope ?? '').split(/[,\s]+/).filter(Boolean),
      baseUrl: api_domain.replace(/\/$/, ''),
    }
  }
  const refusal = TokenRefusal.safeParse(json)
  if (!refusal.success || answer.status === 429 || answer.status >= 500)
    throw tokenFault(answer, at)
  const text = refusal.data.message ?? refusal.data.error
  if (answer.status === 401 || /^(invalid|unauthorized)_client$/.test(refusal.data.error))
    throw new ClientRefused(text)
  throw answer.status === 400 ? refuse(text) : tokenFault(answer, at)
}

const tokenFault = ({ status }: HttpAnswer, at: number): Error =>
  status === 429
    ? new Slow('Pipedrive limits token requests.', at + pauseMs, 'calls')
    : new Unavailable(`Pipedrive answered ${status}.`)
