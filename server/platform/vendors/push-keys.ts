import { createECDH } from 'node:crypto'
import { Refusal } from '../refusal.ts'

/** The keys that identify this installation to push services (VAPID, RFC 8292), in base64url; `subject` is the operator's address. */
export type PushKeys = { publicKey: string; privateKey: string; subject: string }

export const pushKeysOf = (privateKey: Uint8Array, subject: string): PushKeys => {
  const publicKey = publicKeyOf(privateKey)
  if (publicKey === null)
    throw new Refusal('The key for push messages is damaged: delete vapid.key and start again.')
  return { publicKey, privateKey: Buffer.from(privateKey).toString('base64url'), subject }
}

/** The public key of a private key, in base64url; null if it is invalid. */
export const publicKeyOf = (privateKey: Uint8Array): string | null => {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey)
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

/** Whether bytes are a point on the curve of subscription keys. */
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
