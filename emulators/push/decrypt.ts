import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** What a browser keeps of a subscription: its private key, and the secret it gave to the server. */
export type SubscriberKeys = { privateKey: Buffer; auth: Buffer }

/** The message in the body of a push request (RFC 8291 over RFC 8188, one record); throws for one that is not for these keys. */
export const decrypted = (body: Buffer, { privateKey, auth }: SubscriberKeys): Buffer => {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('More than one record')
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const who = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = derived(own.computeSecret(sender), auth, who, 32)
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opener = createDecipheriv('aes-128-gcm', key, nonce)
  opener.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([opener.update(record.subarray(0, -16)), opener.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The last record must end with 2')
  return padded.subarray(0, end)
}

const derived = (secret: Buffer, salt: Buffer, what: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, what, length))
