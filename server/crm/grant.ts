import * as z from 'zod/mini'
import type { Grant } from '../connectors/port.ts'
import { SealBroken, type Seal, type SealContext } from './seal.ts'

export const sealGrant = (seal: Seal, grant: Grant, context: SealContext): string =>
  seal.seal(JSON.stringify(grant), context)

/** Throws SealBroken. */
export const openGrant = (seal: Seal, sealed: string, context: SealContext): Grant => {
  const parsed = z.safeParse(StoredGrant, JSON.parse(seal.open(sealed, context)))
  if (!parsed.success) throw new SealBroken('A sealed grant has another shape.')
  return parsed.data
}

const StoredGrant = z.object({
  accessToken: z.string(),
  refreshToken: z.nullable(z.string()),
  expiresAt: z.nullable(z.number()),
  scopes: z.array(z.string()),
  baseUrl: z.string(),
  signInUrl: z.optional(z.string()),
})
