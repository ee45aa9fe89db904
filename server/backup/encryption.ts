import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto'
import { Refusal } from '../platform/refusal.ts'

/** Of one backup; each of its parts has a key of its own, so that no part can take the position of another. */
export type BackupKey = {
  salt: string
  ofPart(name: string): Uint8Array
  sign(text: string): string
}

export const newSalt = (): string => randomBytes(16).toString('base64url')

/** Takes a quarter of a second and 64 MB on purpose, so that passphrases cannot be tried quickly. */
export const keyOf = async (passphrase: string, salt: string): Promise<BackupKey> => {
  const main = await new Promise<Buffer>((resolve, reject) => {
    scrypt(
      passphrase.normalize('NFC'),
      Buffer.from(salt, 'base64url'),
      32,
      { N: 1 << 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
  const derive = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', main, Buffer.from(salt, 'base64url'), purpose, 32))
  return {
    salt,
    ofPart: (name) => derive(`part ${name}`),
    sign: (text) => createHmac('sha256', derive('manifest')).update(text).digest('base64url'),
  }
}

const chunkBytes = 1 << 20
const tagBytes = 16
const headBytes = 5

/**
 * AES-256-GCM in chunks of 1 MB. The nonce is the chunk's number and whether it is the last, so that chunks cannot be moved, repeated
 * or cut off.
 */
export async function* encrypt(
  content: AsyncIterable<Uint8Array>,
  key: Uint8Array,
): AsyncGenerator<Buffer, void, undefined> {
  let n = 0
  let waiting: Buffer[] = []
  let length = 0
  for await (const piece of content) {
    waiting.push(Buffer.from(piece))
    length += piece.byteLength
    if (length <= chunkBytes) continue
    let all = Buffer.concat(waiting)
    // The last chunk is never empty unless everything is.
    for (; all.length > chunkBytes; all = all.subarray(chunkBytes))
      yield encryptChunk(all.subarray(0, chunkBytes), key, n++, false)
    waiting = [all]
    length = all.length
  }
  yield encryptChunk(Buffer.concat(waiting), key, n, true)
}

/** Throws a Refusal where anything differs from what was encrypted. */
export async function* decrypt(
  content: AsyncIterable<Uint8Array>,
  key: Uint8Array,
): AsyncGenerator<Buffer, void, undefined> {
  let n = 0
  let rest = Buffer.alloc(0)
  let ended = false
  for await (const piece of content) {
    rest = Buffer.concat([rest, piece])
    for (;;) {
      if (rest.length < headBytes) break
      const size = headBytes + rest.readUInt32BE(1) + tagBytes
      if (size > headBytes + chunkBytes + tagBytes) throw changed()
      if (rest.length < size) break
      if (ended) throw changed()
      ended = rest[0] === 1
      yield decryptChunk(rest.subarray(0, size), key, n++, ended)
      rest = rest.subarray(size)
    }
  }
  if (!ended || rest.length > 0) throw changed()
}

const encryptChunk = (plain: Buffer, key: Uint8Array, n: number, last: boolean): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(n, last))
  const head = Buffer.alloc(headBytes)
  head[0] = last ? 1 : 0
  head.writeUInt32BE(plain.length, 1)
  return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const decryptChunk = (chunk: Buffer, key: Uint8Array, n: number, last: boolean): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(n, last))
  decipher.setAuthTag(chunk.subarray(-tagBytes))
  try {
    const plain = decipher.update(chunk.subarray(headBytes, -tagBytes))
    return Buffer.concat([plain, decipher.final()])
  } catch {
    throw changed()
  }
}

const nonceOf = (n: number, last: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce[0] = last ? 1 : 0
  nonce.writeUInt32BE(n, 8)
  return nonce
}

const changed = (): Refusal =>
  new Refusal('The backup is damaged: an encrypted part was changed or cut off.')
