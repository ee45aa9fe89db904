import { setImmediate } from 'node:timers/promises'
import { createInflateRaw } from 'node:zlib'
import { tooLarge, Unreadable } from './unreadable.ts'
import type { Budget } from './budget.ts'

export type ZipEntry = {
  name: string
  compressed: number
  size: number
  deflated: boolean
  at: number
}

const maxEntries = 5_000
const localHeader = 30

/** From its directory; throws Unreadable for what is not an archive, is protected or has overlapping entries. */
export const zipEntries = (file: Buffer): ZipEntry[] => {
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end === -1 || end + 22 > file.length) throw broken()
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count > maxEntries) throw tooLarge()
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw broken()
    const method = file.readUInt16LE(at + 10)
    if ((file.readUInt16LE(at + 8) & 1) === 1)
      throw new Unreadable('This workbook has a password. Save it without one.')
    if (method !== 0 && method !== 8) throw broken()
    const nameLength = file.readUInt16LE(at + 28)
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      compressed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      deflated: method === 8,
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  checkApart(entries)
  return entries
}

/** Overlapping entries unpack the same bytes many times: that is how a zip bomb works. */
const checkApart = (entries: readonly ZipEntry[]): void => {
  let end = 0
  for (const { at, compressed } of entries.toSorted((entry, next) => entry.at - next.at)) {
    if (at < end) throw broken()
    end = at + localHeader + compressed
  }
}

/** A piece is parsed in one go and all its rows are in memory. */
const pieceBytes = 16_384

/** The declared size is charged first, and an entry that does not match it is refused. Throws Unreadable. */
export async function* entryBytes(
  file: Buffer,
  entry: ZipEntry,
  budget: Budget,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { at, compressed, size } = entry
  if (at + localHeader > file.length || file.readUInt32LE(at) !== 0x04034b50) throw broken()
  const start = at + localHeader + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  if (start + compressed > file.length) throw broken()
  budget.spend('bytes', size)
  const packed = file.subarray(start, start + compressed)
  let total = 0
  for await (const piece of entry.deflated ? inflated(packed) : pieces(packed)) {
    total += piece.length
    if (total > size) throw broken()
    yield piece
  }
  if (total !== size) throw broken()
}

/** A large stored entry must not block others. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await setImmediate()
  }
}

async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  inflate.end(packed)
  const chunks: AsyncIterable<Uint8Array> = inflate
  try {
    yield* chunks
  } catch {
    throw broken()
  } finally {
    inflate.destroy()
  }
}

const broken = (): Unreadable =>
  new Unreadable('This workbook is damaged or incomplete. Open it, save it again and retry.')
