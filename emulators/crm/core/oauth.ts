import { createHash, randomBytes } from 'node:crypto'
import type { CrmState, StoredGrant } from './state.ts'

/** What a CRM does about tokens; each emulator states its own. */
export type OAuthPolicy = {
  /** An access token's life. */
  accessMs: number
  /** Each use gives the access token another such life. */
  isProlongedByUse?: boolean
  codeMs: number
  /** A refresh token unused for so long dies; absent: never. */
  refreshIdleMs?: number
  /**
   * `same`: the same token comes back. `keeps-old`: a new one comes, the old one stays good. `kills-old`: older ones are dead.
   * `punishes-reuse`: the same, and using a dead one revokes the grant.
   */
  rotation: 'same' | 'keeps-old' | 'kills-old' | 'punishes-reuse'
  pkce: 'required' | 'optional' | 'none'
  /** What an access token, a refresh token or a code looks like. */
  newToken?: (kind: 'access' | 'refresh' | 'code', random: string) => string
}

export type OAuthProblem =
  | 'bad-client'
  | 'bad-secret'
  | 'bad-code'
  | 'expired-code'
  | 'bad-redirect'
  | 'bad-verifier'
  | 'bad-refresh-token'

export class OAuthRefused extends Error {
  readonly problem: OAuthProblem

  constructor(problem: OAuthProblem) {
    super(problem)
    this.problem = problem
  }
}

export type IssuedTokens = {
  accessToken: string
  refreshToken: string
  expiresInMs: number
  userId: string
  scopes: readonly string[]
}

export type Client = { clientId: string; clientSecret: string }

export type CrmOAuth = {
  newCode: (grant: {
    redirect: string
    challenge: string | null
    userId: string
    scopes: readonly string[]
  }) => string
  /** Throws OAuthRefused. */
  redeem: (
    client: Client,
    code: { code: string; redirect: string; verifier: string | null },
  ) => IssuedTokens
  /** Throws OAuthRefused. */
  refresh: (client: Client, refreshToken: string) => IssuedTokens
  /** Throws OAuthRefused for a wrong client. */
  checkClient: (client: Client) => void
  /** By an access or refresh token. False: unknown. `keepsAccess`: access tokens live until they expire. */
  revoke: (token: string, options?: { keepsAccess?: boolean }) => boolean
  revokeAll: () => void
  expireAll: () => void
  check: (accessToken: string) => { grant: StoredGrant } | 'unknown' | 'expired'
  isRefreshTokenAlive: (refreshToken: string) => boolean
}

export const openOAuth = (state: CrmState, policy: OAuthPolicy, now: () => number): CrmOAuth => {
  const secret = (kind: 'access' | 'refresh' | 'code'): string => {
    const random = randomBytes(24).toString('base64url')
    return policy.newToken?.(kind, random) ?? `${kind}-${random}`
  }
  const checkClient = ({ clientId, clientSecret }: Client): void => {
    if (clientId !== state.clientId) throw new OAuthRefused('bad-client')
    if (clientSecret !== state.clientSecret) throw new OAuthRefused('bad-secret')
  }
  const issue = (grant: StoredGrant): IssuedTokens => {
    const accessToken = secret('access')
    state.tokens[accessToken] = { grantId: grant.id, expiresAt: now() + policy.accessMs }
    grant.refreshedAt = now()
    const { refreshToken, userId, scopes } = grant
    return { accessToken, refreshToken, expiresInMs: policy.accessMs, userId, scopes }
  }
  const dropAccess = (grantId: string): void => {
    for (const [token, { grantId: owner }] of Object.entries(state.tokens))
      if (owner === grantId) delete state.tokens[token]
  }
  const isIdle = ({ refreshedAt }: StoredGrant): boolean =>
    policy.refreshIdleMs !== undefined && now() - refreshedAt > policy.refreshIdleMs
  const goodGrant = (refreshToken: string): StoredGrant | undefined =>
    Object.values(state.grants).find(
      (grant) =>
        !grant.isRevoked &&
        !isIdle(grant) &&
        (grant.refreshToken === refreshToken ||
          (policy.rotation === 'keeps-old' && grant.oldRefreshTokens.includes(refreshToken))),
    )
  const punishReuse = (refreshToken: string): void => {
    if (policy.rotation !== 'punishes-reuse') return
    for (const grant of Object.values(state.grants))
      if (grant.oldRefreshTokens.includes(refreshToken)) {
        grant.isRevoked = true
        dropAccess(grant.id)
      }
  }
  return {
    checkClient,
    newCode: ({ redirect, challenge, userId, scopes }) => {
      const code = secret('code')
      state.codes[code] = {
        code,
        redirect,
        challenge,
        userId,
        scopes: [...scopes],
        expiresAt: now() + policy.codeMs,
        isUsed: false,
      }
      return code
    },
    redeem: (client, { code, redirect, verifier }) => {
      checkClient(client)
      const stored = state.codes[code]
      if (!stored || stored.isUsed) throw new OAuthRefused('bad-code')
      if (stored.expiresAt <= now()) throw new OAuthRefused('expired-code')
      if (stored.redirect !== redirect) throw new OAuthRefused('bad-redirect')
      if (!verifies(policy, stored.challenge, verifier)) throw new OAuthRefused('bad-verifier')
      stored.isUsed = true
      const id = `grant-${randomBytes(8).toString('hex')}`
      const grant: StoredGrant = {
        id,
        userId: stored.userId,
        scopes: stored.scopes,
        refreshToken: secret('refresh'),
        oldRefreshTokens: [],
        isRevoked: false,
        refreshedAt: now(),
      }
      state.grants[id] = grant
      return issue(grant)
    },
    refresh: (client, refreshToken) => {
      checkClient(client)
      const grant = goodGrant(refreshToken)
      if (!grant) {
        punishReuse(refreshToken)
        throw new OAuthRefused('bad-refresh-token')
      }
      if (policy.rotation !== 'same') {
        grant.oldRefreshTokens.push(grant.refreshToken)
        grant.refreshToken = secret('refresh')
      }
      return issue(grant)
    },
    revoke: (token, { keepsAccess = false } = {}) => {
      const grant =
        Object.values(state.grants).find(
          ({ refreshToken, oldRefreshTokens }) =>
            refreshToken === token || oldRefreshTokens.includes(token),
        ) ?? state.grants[state.tokens[token]?.grantId ?? '']
      if (!grant) return false
      grant.isRevoked = true
      if (!keepsAccess) dropAccess(grant.id)
      return true
    },
    revokeAll: () => {
      for (const grant of Object.values(state.grants)) {
        grant.isRevoked = true
        dropAccess(grant.id)
      }
    },
    expireAll: () => {
      for (const token of Object.values(state.tokens))
        token.expiresAt = Math.min(token.expiresAt, now())
    },
    check: (accessToken) => {
      const token = state.tokens[accessToken]
      const grant = token && state.grants[token.grantId]
      if (!token || !grant) return 'unknown'
      if (token.expiresAt <= now()) return 'expired'
      if (policy.isProlongedByUse) token.expiresAt = now() + policy.accessMs
      return { grant }
    },
    isRefreshTokenAlive: (refreshToken) => goodGrant(refreshToken) !== undefined,
  }
}

const verifies = (
  { pkce }: OAuthPolicy,
  challenge: string | null,
  verifier: string | null,
): boolean => {
  if (pkce === 'none') return true
  if (challenge === null) return pkce === 'optional'
  return (
    verifier !== null && createHash('sha256').update(verifier).digest('base64url') === challenge
  )
}
