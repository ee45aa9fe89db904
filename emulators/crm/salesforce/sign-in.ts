import { setTimeout as wait } from 'node:timers/promises'
import type { CrmApp, CrmCall } from '../core/app.ts'
import { OAuthRefused, type IssuedTokens, type OAuthProblem } from '../core/oauth.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { longId } from './ids.ts'

export const organizationId = longId('Organization', 1)

/** Longer than two refreshes at once are apart. */
const refreshMs = 20
const maxApprovals = 5

export const signInRoutes = (app: CrmApp, world: CrmWorld): void => {
  const busy = new Set<string>()
  app.authorize('/services/oauth2/authorize', (query) => ({
    clientId: query.get('response_type') === 'code' ? (query.get('client_id') ?? '') : '',
    redirect: query.get('redirect_uri') ?? '',
    state: query.get('state'),
    scopes: (query.get('scope') ?? '').split(' ').filter(Boolean),
    challenge: query.get('code_challenge_method') === 'S256' ? query.get('code_challenge') : null,
  }))
  app.tokens('POST', '/services/oauth2/token', async (call) => {
    const refreshToken = call.form.get('refresh_token') ?? ''
    if (busy.has(refreshToken))
      return oauthError('invalid_grant', 'token request is already being processed')
    if (refreshToken !== '') busy.add(refreshToken)
    try {
      if (refreshToken !== '') await wait(refreshMs)
      return answerOf(issue(call, world), world)
    } catch (error) {
      if (error instanceof OAuthRefused) return refusals[error.problem]
      throw error
    } finally {
      busy.delete(refreshToken)
    }
  })
  app.tokens('POST', '/services/oauth2/revoke', ({ form }) =>
    world.oauth.revoke(form.get('token') ?? '')
      ? { status: 200 }
      : oauthError('unsupported_token_type', 'this token is not supported'),
  )
  app.open('GET', '/services/oauth2/userinfo', (call) => userInfo(call, world))
}

const issue = ({ form }: CrmCall, world: CrmWorld): IssuedTokens => {
  const client = {
    clientId: form.get('client_id') ?? '',
    clientSecret: form.get('client_secret') ?? '',
  }
  if (form.get('grant_type') === 'refresh_token')
    return world.oauth.refresh(client, form.get('refresh_token') ?? '')
  if (form.get('grant_type') !== 'authorization_code') throw new OAuthRefused('bad-code')
  const tokens = world.oauth.redeem(client, {
    code: form.get('code') ?? '',
    redirect: form.get('redirect_uri') ?? '',
    verifier: form.get('code_verifier'),
  })
  endOldest(world, tokens.userId)
  return tokens
}

/** A user approves an app five times; the next approval ends the oldest without a word. */
const endOldest = ({ state, oauth }: CrmWorld, userId: string): void => {
  const approvals = Object.values(state.grants).filter(
    (grant) => grant.userId === userId && !grant.isRevoked,
  )
  for (const { refreshToken } of approvals.slice(0, -maxApprovals)) oauth.revoke(refreshToken)
}

const answerOf = (tokens: IssuedTokens, world: CrmWorld): CrmAnswer => ({
  status: 200,
  body: {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    signature: 'hx3EmulatorSignature=',
    scope: tokens.scopes.join(' '),
    instance_url: world.url(),
    id: `${world.url()}/id/${organizationId}/${tokens.userId}`,
    token_type: 'Bearer',
    issued_at: String(world.now()),
  },
})

const oauthError = (error: string, error_description: string): CrmAnswer => ({
  status: 400,
  body: { error, error_description },
})

const refusals: Readonly<Record<OAuthProblem, CrmAnswer>> = {
  'bad-client': oauthError('invalid_client_id', 'client identifier invalid'),
  'bad-secret': oauthError('invalid_client', 'invalid client credentials'),
  'bad-code': oauthError('invalid_grant', 'expired authorization code'),
  'expired-code': oauthError('invalid_grant', 'expired authorization code'),
  'bad-redirect': oauthError('redirect_uri_mismatch', 'redirect_uri must match configuration'),
  'bad-verifier': oauthError('invalid_grant', 'invalid code verifier'),
  'bad-refresh-token': oauthError('invalid_grant', 'expired access/refresh token'),
}

/** [?] It refuses a token with a text instead of JSON, and with 403 instead of 401. */
const userInfo = (call: CrmCall, world: CrmWorld): CrmAnswer => {
  const [, token] = /^Bearer (\S+)$/i.exec(call.header('authorization') ?? '') ?? []
  if (token === undefined) return { status: 403, body: 'Missing_OAuth_Token' }
  const checked = world.oauth.check(token)
  const user =
    typeof checked === 'string'
      ? undefined
      : world.users.find(({ id }) => id === checked.grant.userId)
  if (!user) return { status: 403, body: 'Bad_OAuth_Token' }
  return {
    status: 200,
    body: {
      sub: `${world.url()}/id/${organizationId}/${user.id}`,
      user_id: user.id,
      organization_id: organizationId,
      preferred_username: user.email,
      name: user.name,
      email: user.email,
      email_verified: true,
      zoneinfo: 'Australia/Sydney',
      language: 'en_AU',
    },
  }
}
