import * as z from 'zod/mini'
import { ClientRefused, Revoked, SignInRefused, Slow, Unavailable, Uncertain } from '../errors.ts'
import { parseJson, type Http, type HttpAnswer } from '../http.ts'
import type { ConnectorSettings, Grant, OAuth } from '../port.ts'
import { untilOf } from './calls.ts'
import { environmentOf } from './environment.ts'
import { isGuid } from './tables.ts'

/** `environment` is set for an emulator only. */
export type Origins = { login: string; environment?: string | undefined }

/**
 * Signing in at Microsoft Entra ID, for one environment. A refresh brings a new refresh token and leaves the old one good. An app cannot
 * revoke: the tenant's admin removes it from the enterprise applications.
 */
export const openOAuth = (
  { clientId, clientSecret }: ConnectorSettings,
  origins: Origins,
  now: () => number,
): OAuth => {
  const request = (
    http: Http,
    signInUrl: string,
    environment: string,
    parameters: Record<string, string>,
  ): Promise<HttpAnswer> =>
    http({
      method: 'POST',
      url: `${signInUrl}/oauth2/v2.0/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        scope: scopeOf(environment),
        ...parameters,
      }).toString(),
    })
  const grantOf = (answer: HttpAnswer, environment: string): Grant => {
    const token = Token.safeParse(jsonOf(answer))
    if (!token.success) throw new Uncertain('The token answer of Entra does not parse.')
    const { access_token, refresh_token, expires_in, scope, id_token } = token.data
    const tenant = tenantOf(id_token)
    return {
      accessToken: access_token,
      refreshToken: refresh_token ?? null,
      expiresAt: now() + expires_in * 1000,
      scopes: (scope ?? '').split(' ').filter(Boolean),
      baseUrl: `${environment}${apiPath}`,
      signInUrl: tenant === undefined ? undefined : `${origins.login}/${tenant}`,
    }
  }
  const anyTenant = `${origins.login}/organizations`

  return {
    authorize: ({ state, challenge, redirect, hint }) => {
      const url = new URL(`${anyTenant}/oauth2/v2.0/authorize`)
      url.search = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirect,
        scope: scopeOf(environmentOf(hint, origins.environment)),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }).toString()
      return url
    },
    redeem: async (http, { code, verifier, redirect, hint }) => {
      const environment = environmentOf(hint, origins.environment)
      const answer = await request(http, anyTenant, environment, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect,
        code_verifier: verifier,
      })
      if (answer.status === 200) return grantOf(answer, environment)
      throw tokenError(answer, now(), (text) => new SignInRefused(text))
    },
    refresh: async (http, grant) => {
      if (grant.refreshToken === null) throw new Revoked('The grant has no refresh token.')
      const environment = new URL(grant.baseUrl).origin
      const answer = await request(http, grant.signInUrl ?? anyTenant, environment, {
        grant_type: 'refresh_token',
        refresh_token: grant.refreshToken,
      })
      if (answer.status !== 200) throw tokenError(answer, now(), (text) => new Revoked(text))
      const next = grantOf(answer, environment)
      return {
        ...next,
        refreshToken: next.refreshToken ?? grant.refreshToken,
        signInUrl: next.signInUrl ?? grant.signInUrl,
      }
    },
    revoke: () => Promise.resolve(),
    rotates: 'keeps-old',
    hint: {
      label: 'Environment address',
      example: 'yourcompany.crm6.dynamics.com',
      required: true,
    },
  }
}

const apiPath = '/api/data/v9.2'

/** A token is for one environment. */
const scopeOf = (environment: string): string =>
  `${environment}/user_impersonation offline_access openid profile`

const Token = z.object({
  access_token: z.string(),
  refresh_token: z.nullish(z.string()),
  expires_in: z.number(),
  scope: z.nullish(z.string()),
  id_token: z.nullish(z.string()),
})

const Claims = z.object({ tid: z.string() })

/** Entra itself sent it, so its signature proves nothing more. */
const tenantOf = (idToken: string | null | undefined): string | undefined => {
  const [, payload = ''] = (idToken ?? '').split('.')
  const text = Buffer.from(payload, 'base64url').toString('utf8')
  const claims = Claims.safeParse(jsonOf({ text }))
  return claims.success && isGuid(claims.data.tid) ? claims.data.tid : undefined
}

const TokenRefusal = z.object({
  error: z.string(),
  error_description: z.nullish(z.string()),
  error_codes: z.nullish(z.array(z.number())),
})

const jsonOf = (answer: Pick<HttpAnswer, 'text'>): unknown => {
  try {
    return parseJson(answer)
  } catch {
    return null
  }
}

/** AADSTS numbers of a wrong or expired secret, and of a client id that Entra does not know. */
const ourFaults = new Set([7_000_215, 7_000_216, 7_000_222, 700_016])
/** Of a redirect address that does not fit, though Entra may call the client invalid. */
const redirectFaults = new Set([50_011, 500_112])

const endedGrants = new Set([
  'invalid_grant',
  'interaction_required',
  'consent_required',
  'login_required',
  'unauthorized_client',
  'invalid_resource',
])

const tokenError = (answer: HttpAnswer, at: number, refuse: (text: string) => Error): Error => {
  const { status } = answer
  if (status === 429) return new Slow('Entra limits token requests.', untilOf(answer, at), 'calls')
  const refusal = TokenRefusal.safeParse(jsonOf(answer))
  if (status >= 500 || status < 400 || !refusal.success)
    return new Unavailable(`Entra answered ${status}.`)
  const { error, error_description: description, error_codes: codes } = refusal.data
  const [text = error] = (description ?? error).split(/\r?\n/, 1)
  const has = (faults: ReadonlySet<number>): boolean =>
    (codes ?? []).some((code) => faults.has(code))
  if (has(redirectFaults)) return refuse(text)
  if (has(ourFaults) || error === 'invalid_client') return new ClientRefused(text)
  if (error === 'temporarily_unavailable') return new Unavailable(text)
  return endedGrants.has(error) ? refuse(text) : new SignInRefused(text)
}
