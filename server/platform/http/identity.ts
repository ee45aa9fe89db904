import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Role } from '../../../contract/core/endpoint.ts'
import { roleOf } from '../../../contract/core/roles.ts'

/** Org and role are null without an active organisation. */
export type Identity = {
  userId: string
  sessionId: string
  orgId: string | null
  role: Role | 'other' | null
  /** ms since 1970, with a precision of one second. */
  issuedAt: number
}

export type VerifierOptions = {
  keys: { jwksUrl: string } | { publicKeys: JSONWebKeySet }
  issuers: readonly string[]
  authorizedParties: readonly string[]
  now?: () => Date
}

export type Verify = (token: string) => Promise<Identity>

/** 'unavailable' is not the caller's fault: the keys did not load. */
export class TokenRefused extends Error {
  readonly reason: 'expired' | 'invalid' | 'unavailable'

  constructor(reason: TokenRefused['reason'], options?: ErrorOptions) {
    super(`session token ${reason}`, options)
    this.reason = reason
  }
}

const skewSeconds = 5
const maxRemembered = 100_000
/** For a withdrawn key. */
const keysMaxAgeMs = 10 * 60_000
/** The life of a session token; another may live longer than its key. */
const rememberedMs = 60_000

/**
 * RS256, both versions of Clerk's claims, 5 s of clock skew. A valid token is cached until it expires, because a browser sends it
 * for a minute and verification takes longer than a query. Keys are fetched every ten minutes, and for an unknown key id, at most
 * every 30 s. Throws `TokenRefused`.
 */
export function verifier({ keys, issuers, authorizedParties, now }: VerifierOptions): Verify {
  const keySet =
    'jwksUrl' in keys
      ? createRemoteJWKSet(new URL(keys.jwksUrl), {
          cacheMaxAge: keysMaxAgeMs,
          cooldownDuration: 30_000,
          timeoutDuration: 5_000,
        })
      : createLocalJWKSet(keys.publicKeys)

  const good = new LRUCache<string, { identity: Identity; until: number }>({ max: maxRemembered })

  return async (token) => {
    const at = now?.().getTime() ?? Date.now()
    const known = good.get(token)
    if (known !== undefined && at < known.until) return known.identity
    try {
      const { payload } = await jwtVerify(token, keySet, {
        algorithms: ['RS256'],
        clockTolerance: skewSeconds,
        requiredClaims: ['exp', 'iat'],
        issuer: [...issuers],
        ...(now === undefined ? {} : { currentDate: now() }),
      })
      const claims = z.parse(Claims, payload)
      // A pending session is not signed in; a token of another site's page is not valid here.
      if (claims.sts !== undefined && claims.sts !== 'active') throw new TokenRefused('invalid')
      // Clerk leaves azp out for browsers that hide the origin.
      if (claims.azp !== undefined && !authorizedParties.includes(claims.azp)) {
        throw new TokenRefused('invalid')
      }
      const identity = identityOf(claims)
      const until = Math.min((claims.exp + skewSeconds) * 1000, at + rememberedMs)
      good.set(token, { identity, until })
      return identity
    } catch (error) {
      throw error instanceof TokenRefused ? error : refusal(error)
    }
  }
}

/** No cookie signs a user in, so there is no CSRF: another site's page cannot send this header. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1] ?? null
}

const Claims = z.object({
  sub: z.string().check(z.minLength(1)),
  sid: z.string().check(z.minLength(1)),
  iat: z.number(),
  exp: z.number(),
  azp: z.optional(z.string()),
  sts: z.optional(z.string()),
  o: z.optional(z.object({ id: z.string(), rol: z.string() })),
  org_id: z.optional(z.string()),
  org_role: z.optional(z.string()),
})

function identityOf(claims: z.infer<typeof Claims>): Identity {
  const orgId = claims.o?.id ?? claims.org_id ?? null
  const role = claims.o?.rol ?? claims.org_role
  return {
    userId: claims.sub,
    sessionId: claims.sid,
    orgId,
    role: orgId === null || role === undefined ? null : roleOf(role),
    issuedAt: Math.floor(claims.iat) * 1000,
  }
}

function refusal(cause: unknown): TokenRefused {
  if (cause instanceof errors.JWTExpired) return new TokenRefused('expired', { cause })
  const known = cause instanceof errors.JOSEError || cause instanceof z.core.$ZodError
  return new TokenRefused(known && !keysMissing(cause) ? 'invalid' : 'unavailable', { cause })
}

// fetch's own errors pass unchanged; an unexpected answer becomes one of these.
function keysMissing(cause: Error): boolean {
  return (
    cause instanceof errors.JWKSTimeout ||
    cause instanceof errors.JWKSInvalid ||
    (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC')
  )
}
