import type { CrmApp, CrmCall } from '../core/app.ts'
import { OAuthRefused, type Client, type IssuedTokens } from '../core/oauth.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { companyOf } from './gate.ts'

/** Chosen when the app is registered, not in the address. */
const scopes = [
  'base',
  'contacts:full',
  'contact-fields:full',
  'users:read',
  'search:read',
  'activities:full',
]

export const signInRoutes = (app: CrmApp, world: CrmWorld): void => {
  app.authorize('/oauth/authorize', (query) => ({
    clientId: query.get('client_id') ?? '',
    redirect: query.get('redirect_uri') ?? '',
    state: query.get('state'),
    scopes,
    challenge: null,
  }))
  app.tokens('POST', '/oauth/token', (call) => guarded(() => answerOf(issue(call, world), world)))
  app.tokens('POST', '/oauth/revoke', (call) =>
    guarded(() => {
      world.oauth.checkClient(clientOf(call))
      return world.oauth.revoke(call.form.get('token') ?? '')
        ? { status: 200, body: { success: true } }
        : refused(400, 'invalid_grant', 'Invalid grant: token is invalid')
    }),
  )
}

const guarded = (answer: () => CrmAnswer): CrmAnswer => {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof OAuthRefused)) throw error
    const { problem } = error
    if (problem === 'bad-client' || problem === 'bad-secret')
      return refused(401, 'invalid_client', 'Invalid client: client is invalid')
    const what = problem === 'bad-refresh-token' ? 'refresh_token' : 'authorization code'
    return refused(400, 'invalid_grant', `Invalid grant: ${what} is invalid`)
  }
}

/** [?] Only the sentence is documented. */
const refused = (status: number, error: string, message: string): CrmAnswer => ({
  status,
  body: { success: false, error, message },
})

/** Only Basic authentication is taken. */
const clientOf = ({ header }: CrmCall): Client => {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(header('authorization') ?? '') ?? []
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return { clientId, clientSecret }
}

const issue = (call: CrmCall, { oauth }: CrmWorld): IssuedTokens => {
  const { form } = call
  const client = clientOf(call)
  if (form.get('grant_type') === 'refresh_token')
    return oauth.refresh(client, form.get('refresh_token') ?? '')
  if (form.get('grant_type') !== 'authorization_code') throw new OAuthRefused('bad-code')
  return oauth.redeem(client, {
    code: form.get('code') ?? '',
    redirect: form.get('redirect_uri') ?? '',
    verifier: null,
  })
}

const answerOf = (tokens: IssuedTokens, world: CrmWorld): CrmAnswer => ({
  status: 200,
  body: {
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    refresh_token: tokens.refreshToken,
    scope: tokens.scopes.join(','),
    expires_in: tokens.expiresInMs / 1000 - 1,
    api_domain: `${world.url()}/${companyOf(world)}`,
  },
})
