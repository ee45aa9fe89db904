import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

export type SubscriberKeys = { privateKey: Buffer; auth: Buffer }

/** RFC 8291 over RFC 8188, one record; throws for other keys. */
export const decrypt = (body: Buffer, { privateKey, auth }: SubscriberKeys): Buffer => {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('More than one record')
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = deriveKey(own.computeSecret(sender), auth, info, 32)
  const key = deriveKey(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = deriveKey(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opener = createDecipheriv('aes-128-gcm', key, nonce)
  opener.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([opener.update(record.subarray(0, -16)), opener.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The last record must end with 2')
  return padded.subarray(0, end)
}

const deriveKey = (secret: Buffer, salt: Buffer, what: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, what, length))
