import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Role } from '../../contract/core/endpoint.ts'

/** Whom a token of the CRM integration names. */
export type CrmCaller = { orgId: string; userId: string; role: Role }

/** Long enough to be renewed in time on a slow line, short enough to be worth little when it leaks. */
const lifetimeMs = 15 * 60_000
const audience = 'fieldbook:crm'
const issuer = 'fieldbook'

/** Why a token was refused. */
export class CrmTokenRefused extends Error {
  readonly reason: 'expired' | 'invalid' | 'other-organisation'

  constructor(reason: CrmTokenRefused['reason'], options?: ErrorOptions) {
    super(`CRM token ${reason}`, options)
    this.reason = reason
  }
}

export type CrmTokens = {
  /** A token for 15 minutes, and when it ends in ms since 1970. */
  sign: (caller: CrmCaller) => Promise<{ token: string; expiresAt: number }>
  /** Whom a token names, where it is ours, is for the CRM integration, still holds and is of this organisation. Throws CrmTokenRefused. */
  verify: (token: string, orgId: string) => Promise<CrmCaller>
}

/** Signs and checks the tokens of the CRM integration (HS256: who checks them is this server). `now` is ms since 1970. */
export const crmTokens = (key: Uint8Array, now: () => number): CrmTokens => ({
  sign: async ({ orgId, userId, role }) => {
    const at = Math.floor(now() / 1000)
    const until = at + lifetimeMs / 1000
    const token = await new SignJWT({ org: orgId, role })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(userId)
      .setIssuedAt(at)
      .setExpirationTime(until)
      .sign(key)
    return { token, expiresAt: until * 1000 }
  },
  verify: async (token, orgId) => {
    const caller = await read(token, key, now())
    if (caller.orgId !== orgId) throw new CrmTokenRefused('other-organisation')
    return caller
  },
})

const Claims = z.object({ sub: z.string(), org: z.string(), role: z.enum(['admin', 'standard']) })

const read = async (token: string, key: Uint8Array, at: number): Promise<CrmCaller> => {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(at),
    })
    const { sub, org, role } = z.parse(Claims, payload)
    return { userId: sub, orgId: org, role }
  } catch (cause) {
    throw new CrmTokenRefused(cause instanceof errors.JWTExpired ? 'expired' : 'invalid', { cause })
  }
}
