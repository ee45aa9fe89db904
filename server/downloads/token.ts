import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

const Address = z.object({
  orgId: z.string(),
  /** The link ends with their membership. */
  userId: z.string(),
  requestId: z.string(),
  /** `rejected`: the rows that a run of a source rejected. */
  what: z.enum(['file', 'results', 'rejected']),
  until: z.int(),
})

export type Address = z.infer<typeof Address>

export const signAddress = (key: Uint8Array, address: Address): string => {
  const text = Buffer.from(JSON.stringify(address)).toString('base64url')
  return `${text}.${signatureOf(key, text)}`
}

/** Null if it was not signed with this key or was changed. */
export const verifyAddress = (key: Uint8Array, token: string): Address | null => {
  const [text, signature, ...more] = token.split('.')
  if (text === undefined || signature === undefined || more.length > 0) return null
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(key, text))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const read = z.safeParse(Address, JSON.parse(Buffer.from(text, 'base64url').toString()))
  return read.success ? read.data : null
}

const signatureOf = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(`fieldbook file link ${text}`).digest('base64url')
