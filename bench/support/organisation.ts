import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { seedDemoCustomers } from '../../demo/customers.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { testIssuer } from '../../tests/kit/app-parts.ts'

export const organisation = {
  id: 'org_bench',
  name: 'Bench',
  country: 'AU',
  website: 'https://bench.example',
} as const

export const addOrganisation = (db: Database): Promise<void> =>
  seedDemoCustomers(db, [organisation], Date.now())

/** Tokens of admins for half a day, and the key that checks them. */
export const openTokens = async (): Promise<{
  jwk: JWK
  tokenOf: (userId: string, orgId?: string) => Promise<string>
}> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return {
    jwk: { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' },
    tokenOf: (userId, orgId = organisation.id) =>
      new SignJWT({
        sid: 'sess_bench',
        azp: 'http://localhost',
        v: 2,
        o: { id: orgId, rol: 'admin', slg: 'bench' },
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
        .setIssuer(testIssuer)
        .setSubject(userId)
        .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
        .setExpirationTime('12h')
        .sign(privateKey),
  }
}
