import type { CrmApp, CrmCall } from '../core/app.ts'
import { OAuthRefused, type IssuedTokens } from '../core/oauth.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'

export const signInRoutes = (app: CrmApp, world: CrmWorld): void => {
  app.authorize('/oauth/authorize', (query) => ({
    clientId: query.get('response_type') === 'code' ? (query.get('client_id') ?? '') : '',
    redirect: query.get('redirect_uri') ?? '',
    state: query.get('state'),
    scopes: (query.get('scope') ?? '').split(' ').filter(Boolean),
    challenge: null,
  }))
  app.tokens('POST', '/oauth/token', (call) => {
    try {
      return answerOf(issue(call, world), world)
    } catch (error) {
      if (error instanceof OAuthRefused) return refusalOf(error)
      throw error
    }
  })
}

const issue = ({ form, body }: CrmCall, { oauth }: CrmWorld): IssuedTokens => {
  const json = Object(body)
  const text = (name: string): string => form.get(name) ?? String(json[name] ?? '')
  const client = { clientId: text('client_id'), clientSecret: text('client_secret') }
  if (text('grant_type') === 'refresh_token') return oauth.refresh(client, text('refresh_token'))
  if (text('grant_type') !== 'authorization_code') throw new OAuthRefused('bad-code')
  return oauth.redeem(client, {
    code: text('code'),
    redirect: text('redirect_uri'),
    verifier: null,
  })
}

const answerOf = (tokens: IssuedTokens, world: CrmWorld): CrmAnswer => ({
  status: 200,
  body: {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: tokens.expiresInMs / 1000,
    refresh_token: tokens.refreshToken,
    scope: tokens.scopes.join(' '),
    created_at: Math.floor(world.now() / 1000),
  },
})

const refusalOf = ({ problem }: OAuthRefused): CrmAnswer =>
  problem === 'bad-client' || problem === 'bad-secret'
    ? {
        status: 401,
        // [?] As its OAuth library words it.
        body: {
          error: 'invalid_client',
          error_description:
            'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
        },
      }
    : {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description:
            'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
        },
      }
