import { createECDH } from 'node:crypto'
import { Refusal } from '../refusal.ts'

/** VAPID (RFC 8292), in base64url; `subject` is the operator's address. */
export type PushKeys = { publicKey: string; privateKey: string; subject: string }

export const pushKeysOf = (privateKey: Uint8Array, subject: string): PushKeys => {
  const publicKey = publicKeyOf(privateKey)
  if (publicKey === null)
    throw new Refusal('The key for push messages is damaged: delete vapid.key and start again.')
  return { publicKey, privateKey: Buffer.from(privateKey).toString('base64url'), subject }
}

/** In base64url; null if invalid. */
export const publicKeyOf = (privateKey: Uint8Array): string | null => {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey)
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

export const isPublicKey = (bytes: Uint8Array): boolean => {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(bytes)
    return bytes.length === 65
  } catch {
    return false
  }
}
