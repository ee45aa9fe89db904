import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Role } from '../../contract/core/endpoint.ts'

export type CrmCaller = { orgId: string; userId: string; role: Role }

/** Long enough to renew over a slow connection, short enough to limit a leak. */
const lifetimeMs = 15 * 60_000
const audience = 'fieldbook:crm'
const issuer = 'fieldbook'

export class CrmTokenRefused extends Error {
  readonly reason: 'expired' | 'invalid' | 'other-organisation'

  constructor(reason: CrmTokenRefused['reason'], options?: ErrorOptions) {
    super(`CRM token ${reason}`, options)
    this.reason = reason
  }
}

export type CrmTokens = {
  sign: (caller: CrmCaller) => Promise<{ token: string; expiresAt: number }>
  /** Throws CrmTokenRefused. */
  verify: (token: string, orgId: string) => Promise<CrmCaller>
}

/** HS256, because only this server verifies them. */
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
