import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import {
  decrypt,
  encrypt,
  keyOf,
  newSalt,
  type BackupKey,
} from '../../../server/backup/encryption.ts'

let key: BackupKey
beforeAll(async () => {
  key = await keyOf('a long passphrase', newSalt())
})

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const sealed = (plain: Buffer, name = 'person') =>
  buffer(encrypt(inPieces(plain, 700_000), key.ofPart(name)))
const opened = (stored: Buffer, name = 'person') =>
  buffer(decrypt(inPieces(stored, 300_000), key.ofPart(name)))

const chunk = 1 << 20
const content = (bytes: number): Buffer => Buffer.alloc(bytes, 'a row of a table\n')

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk + 7])(
  'a part of %i bytes is decrypted to what was encrypted and shows none of it',
  async (bytes) => {
    const stored = await sealed(content(bytes))
    expect((await opened(stored)).equals(content(bytes))).toBe(true)
    expect(stored.includes('a row of')).toBe(false)
  },
)

const frame = 5 + chunk + 16

test.each<[string, (stored: Buffer) => Buffer]>([
  [
    'a flipped bit',
    (stored) =>
      Buffer.concat([
        stored.subarray(0, 99),
        Buffer.of((stored[99] ?? 0) ^ 1),
        stored.subarray(100),
      ]),
  ],
  ['a missing end', (stored) => stored.subarray(0, 2 * frame)],
  ['half a chunk', (stored) => stored.subarray(0, stored.length - 9)],
  [
    'chunks in another order',
    (stored) =>
      Buffer.concat([
        stored.subarray(frame, 2 * frame),
        stored.subarray(0, frame),
        stored.subarray(2 * frame),
      ]),
  ],
  ['a repeated chunk', (stored) => Buffer.concat([stored.subarray(0, frame), stored])],
  ['bytes after the end', (stored) => Buffer.concat([stored, Buffer.alloc(30)])],
  ['no bytes', () => Buffer.alloc(0)],
])('a part with %s is refused', async (_, change) => {
  const stored = await sealed(content(2 * chunk + 100))
  await expect(opened(change(stored))).rejects.toThrow('The backup is damaged')
})

test('a part in the position of another, or under another passphrase, is refused', async () => {
  const stored = await sealed(content(10), 'person')
  await expect(opened(stored, 'company')).rejects.toThrow('damaged')
  const other = await keyOf('another passphrase', key.salt)
  await expect(buffer(decrypt(inPieces(stored, 99), other.ofPart('person')))).rejects.toThrow(
    'damaged',
  )
})
