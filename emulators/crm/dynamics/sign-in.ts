import type { CrmApp, CrmCall } from '../core/app.ts'
import { OAuthRefused, type IssuedTokens, type OAuthProblem } from '../core/oauth.ts'
import { CrmRefused, type CrmAnswer, type CrmWorld } from '../core/world.ts'
import { tenantId } from './team.ts'

const base = '/oauth2/v2.0'

/** Entra's endpoints for any tenant, and the token endpoint of this one. */
export const signInRoutes = (app: CrmApp, world: CrmWorld): void => {
  app.authorize(`/organizations${base}/authorize`, (query) => {
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
    checkScopes(scopes, world)
    const challenge = query.get('code_challenge')
    if (challenge !== null && query.get('code_challenge_method') !== 'S256')
      throw problem(501, 'invalid_request', 0, 'Not emulated: a plain challenge.')
    return {
      clientId: query.get('response_type') === 'code' ? (query.get('client_id') ?? '') : '',
      redirect: query.get('redirect_uri') ?? '',
      state: query.get('state'),
      scopes,
      challenge,
    }
  })
  for (const tenant of ['organizations', tenantId])
    app.tokens('POST', `/${tenant}${base}/token`, (call) => {
      try {
        checkScopes((call.form.get('scope') ?? '').split(' ').filter(Boolean), world)
        return answerOf(issue(call, world), world)
      } catch (error) {
        if (error instanceof OAuthRefused) throw refusals[error.problem]()
        throw error
      }
    })
}

const openIdScopes = new Set(['offline_access', 'openid', 'profile', 'email'])

/** A token is for one resource. */
const checkScopes = (scopes: readonly string[], world: CrmWorld): void => {
  const other = scopes.find(
    (scope) => !openIdScopes.has(scope) && scope !== `${world.url()}/user_impersonation`,
  )
  if (other !== undefined)
    throw problem(
      400,
      'invalid_resource',
      500_011,
      `The resource principal named ${other} was not found in the tenant named ${tenantId}.`,
    )
}

const issue = ({ form }: CrmCall, { oauth }: CrmWorld): IssuedTokens => {
  const text = (name: string): string => form.get(name) ?? ''
  const client = { clientId: text('client_id'), clientSecret: text('client_secret') }
  if (text('grant_type') === 'refresh_token') return oauth.refresh(client, text('refresh_token'))
  if (text('grant_type') !== 'authorization_code')
    throw problem(501, 'unsupported_grant_type', 70_003, 'Not emulated: this grant type.')
  return oauth.redeem(client, {
    code: text('code'),
    redirect: text('redirect_uri'),
    verifier: form.get('code_verifier'),
  })
}

const answerOf = (tokens: IssuedTokens, world: CrmWorld): CrmAnswer => {
  const user = world.users.find(({ id }) => id === tokens.userId)
  const claims = { tid: tenantId, oid: tokens.userId, preferred_username: user?.email }
  const has = (scope: string): boolean => tokens.scopes.includes(scope)
  return {
    status: 200,
    body: {
      token_type: 'Bearer',
      scope: tokens.scopes.filter((scope) => !openIdScopes.has(scope)).join(' '),
      expires_in: tokens.expiresInMs / 1000,
      ext_expires_in: tokens.expiresInMs / 1000,
      access_token: tokens.accessToken,
      ...(has('offline_access') && { refresh_token: tokens.refreshToken }),
      ...(has('openid') && { id_token: `${encoded({ alg: 'none' })}.${encoded(claims)}.` }),
    },
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const problem = (status: number, error: string, code: number, text: string): CrmRefused =>
  new CrmRefused({
    status,
    body: {
      error,
      error_description: `AADSTS${code}: ${text}\r\nTrace ID: 0000\r\nCorrelation ID: 0000`,
      error_codes: [code],
      trace_id: '0000',
      correlation_id: '0000',
    },
  })

const refusals: Record<OAuthProblem, () => CrmRefused> = {
  'bad-client': () =>
    problem(
      400,
      'unauthorized_client',
      700_016,
      "Application with this identifier was not found in the directory 'Harbour'.",
    ),
  'bad-secret': () =>
    problem(
      401,
      'invalid_client',
      7_000_215,
      'Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID.',
    ),
  'bad-code': () =>
    problem(
      400,
      'invalid_grant',
      54_005,
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
    ),
  'expired-code': () =>
    problem(
      400,
      'invalid_grant',
      70_008,
      'The provided authorization code or refresh token has expired due to inactivity.',
    ),
  'bad-redirect': () =>
    problem(
      400,
      'invalid_grant',
      500_112,
      'The reply address does not match the reply address provided when requesting Authorization code.',
    ),
  'bad-verifier': () =>
    problem(
      400,
      'invalid_grant',
      501_481,
      'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
    ),
  'bad-refresh-token': () =>
    problem(
      400,
      'invalid_grant',
      50_173,
      'The provided grant has expired due to it being revoked, a fresh auth token is needed.',
    ),
}
