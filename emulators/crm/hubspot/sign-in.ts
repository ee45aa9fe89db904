import type { CrmApp, CrmCall } from '../core/app.ts'
import { OAuthRefused, type OAuthProblem } from '../core/oauth.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { hubId } from './team.ts'

/** HubSpot's consent page, and its tokens by dated and older paths. */
export const signInRoutes = (app: CrmApp, world: CrmWorld): void => {
  app.authorize('/oauth/authorize', (query) => ({
    clientId: query.get('client_id') ?? '',
    redirect: query.get('redirect_uri') ?? '',
    state: query.get('state'),
    scopes: scopesOf(query.get('scope')),
    optionalScopes: scopesOf(query.get('optional_scope')),
    challenge: query.get('code_challenge_method') === 'S256' ? query.get('code_challenge') : null,
  }))
  for (const path of ['/oauth/2026-09', '/oauth/v3', '/oauth/v1'])
    app.tokens('POST', `${path}/token`, (call) => guarded(() => issue(call, world)))
  app.tokens('POST', '/oauth/2026-09/token/introspect', (call) =>
    guarded(() => introspect(call, world)),
  )
  app.tokens('POST', '/oauth/2026-09/token/revoke', (call) =>
    guarded(() => {
      world.oauth.checkClient(clientOf(call))
      world.oauth.revoke(call.form.get('token') ?? '', { keepsAccess: true })
      return { status: 204 }
    }),
  )
}

const scopesOf = (text: string | null): string[] => (text ?? '').split(' ').filter(Boolean)

const clientOf = ({ form }: CrmCall) => ({
  clientId: form.get('client_id') ?? '',
  clientSecret: form.get('client_secret') ?? '',
})

const issue = (call: CrmCall, { oauth }: CrmWorld): CrmAnswer => {
  const { form } = call
  const grantType = form.get('grant_type')
  if (grantType !== 'refresh_token' && grantType !== 'authorization_code')
    return refusal('BAD_GRANT_TYPE', 'unsupported_grant_type', 'missing or unknown grant type')
  const tokens =
    grantType === 'refresh_token'
      ? oauth.refresh(clientOf(call), form.get('refresh_token') ?? '')
      : oauth.redeem(clientOf(call), {
          code: form.get('code') ?? '',
          redirect: form.get('redirect_uri') ?? '',
          verifier: form.get('code_verifier'),
        })
  return {
    status: 200,
    body: {
      token_type: 'bearer',
      access_token: tokens.accessToken,
      refresh_token: tokens.refreshToken,
      expires_in: tokens.expiresInMs / 1000,
      hub_id: hubId,
      user_id: Number(tokens.userId),
      scopes: tokens.scopes,
      token_use: 'access_token',
    },
  }
}

const introspect = (call: CrmCall, world: CrmWorld): CrmAnswer => {
  world.oauth.checkClient(clientOf(call))
  const checked = world.oauth.check(call.form.get('token') ?? '')
  if (typeof checked === 'string') return { status: 200, body: { active: false } }
  const { userId, scopes } = checked.grant
  const user = world.users.find(({ id }) => id === userId)
  return {
    status: 200,
    body: {
      active: true,
      token_use: 'access_token',
      token_type: 'bearer',
      client_id: world.state.clientId,
      hub_id: hubId,
      hub_domain: 'harbour-sales.example',
      user_id: Number(userId),
      user: user?.email,
      scopes,
    },
  }
}

const guarded = (serve: () => CrmAnswer): CrmAnswer => {
  try {
    return serve()
  } catch (error) {
    if (error instanceof OAuthRefused) return refusal(...refusals[error.problem])
    throw error
  }
}

/** [?] Except those of the client and of the refresh token. */
const refusals: Readonly<Record<OAuthProblem, readonly [string, string, string]>> = {
  'bad-client': ['BAD_CLIENT_ID', 'invalid_client', 'missing or unknown client id'],
  'bad-secret': ['BAD_CLIENT_SECRET', 'invalid_client', 'missing or invalid client secret'],
  'bad-code': ['BAD_AUTH_CODE', 'invalid_grant', 'missing or unknown auth code'],
  'expired-code': ['EXPIRED_AUTH_CODE', 'invalid_grant', 'auth code is expired'],
  'bad-redirect': ['BAD_REDIRECT_URI', 'invalid_grant', 'redirect uri does not match'],
  'bad-verifier': ['BAD_CODE_VERIFIER', 'invalid_grant', 'code verifier does not match'],
  'bad-refresh-token': [
    'BAD_REFRESH_TOKEN',
    'invalid_grant',
    'refresh token is invalid, expired or revoked',
  ],
}

const refusal = (status: string, error: string, message: string): CrmAnswer => ({
  status: 400,
  body: { error, error_description: message, status, message },
})
