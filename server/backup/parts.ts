import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Transform } from 'node:stream'
import { Refusal } from '../platform/refusal.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { decrypt, encrypt, type BackupKey } from './encryption.ts'
import { partKey, type Part } from './manifest.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Where a part of a backup is, and its key if it is encrypted. */
export type PartAddress = { store: FileStore; id: string; key: BackupKey | null; name: string }

/** Compressed, then encrypted; the hash is of what is stored. */
export const writePart = async (
  { store, id, key, name }: PartAddress,
  content: Bytes,
): Promise<Part> => {
  // The fastest level: people wait while the embedded database is read.
  const zipped = through(content, createGzip({ level: 1 }))
  const digest = createHash('sha256')
  const stored = key === null ? zipped : encrypt(zipped, key.ofPart(name))
  const bytes = await store.write(partKey(id, name), hashed(stored, digest))
  return { bytes, sha256: digest.digest('hex') }
}

/** Throws a Refusal at its end where what is stored is not what was written. */
export async function* readPart(
  { store, id, key, name }: PartAddress,
  part: Part,
): AsyncGenerator<Uint8Array, void, undefined> {
  const found = await store.read(partKey(id, name))
  if (found === undefined) throw new Refusal(`The backup ${id} lacks its part ${name}.`)
  const digest = createHash('sha256')
  const stored = hashed(found.content, digest)
  const zipped = key === null ? stored : decrypt(stored, key.ofPart(name))
  try {
    yield* through(zipped, createGunzip())
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`The part ${name} of the backup ${id} is damaged.`, { cause: error })
  }
  if (digest.digest('hex') !== part.sha256)
    throw new Refusal(`The part ${name} of the backup ${id} is not what was written.`)
}

/** A failing source fails the reader of the stream. */
const through = (content: Bytes, transform: Transform): Bytes =>
  pipeline(Readable.from(content, { objectMode: false }), transform, () => undefined)

async function* hashed(
  content: Bytes,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of content) {
    digest.update(piece)
    yield piece
  }
}
