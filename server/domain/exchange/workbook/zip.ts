import { createInflateRaw } from 'node:zlib'
import { Unreadable } from '../unreadable.ts'

/** One file of an archive: where it lies and how large it says it is. */
export type ZipEntry = {
  name: string
  compressed: number
  size: number
  deflated: boolean
  at: number
}

/** More than this no workbook within the limits unpacks to; a zip bomb does. */
const mostBytes = 400_000_000
const mostEntries = 5_000

/** What is in an archive, read from its directory alone; throws Unreadable for anything that is none, is protected, or says it would be beyond all measure. */
export const zipEntries = (file: Buffer): ZipEntry[] => {
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end === -1 || end + 22 > file.length) throw broken()
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count > mostEntries) throw tooMuch()
  const entries: ZipEntry[] = []
  let total = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw broken()
    const method = file.readUInt16LE(at + 10)
    if ((file.readUInt16LE(at + 8) & 1) === 1)
      throw new Unreadable('The workbook is protected by a password: save it without one.')
    if (method !== 0 && method !== 8) throw broken()
    const nameLength = file.readUInt16LE(at + 28)
    const size = file.readUInt32LE(at + 24)
    total += size
    if (total > mostBytes) throw tooMuch()
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      compressed: file.readUInt32LE(at + 20),
      size,
      deflated: method === 8,
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/** An entry's bytes as they are unpacked; what comes out is counted and not believed. Throws Unreadable. */
export async function* entryBytes(
  file: Buffer,
  entry: ZipEntry,
  most = mostBytes,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { at, compressed } = entry
  if (at + 30 > file.length || file.readUInt32LE(at) !== 0x04034b50) throw broken()
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  if (start + compressed > file.length) throw broken()
  const packed = file.subarray(start, start + compressed)
  if (!entry.deflated) {
    if (packed.length > most) throw tooMuch(most)
    yield packed
    return
  }
  const inflate = createInflateRaw({ chunkSize: 65_536 })
  inflate.end(packed)
  const chunks: AsyncIterable<Uint8Array> = inflate
  let total = 0
  try {
    for await (const chunk of chunks) {
      total += chunk.length
      if (total > most) throw tooMuch(most)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : broken()
  } finally {
    inflate.destroy()
  }
}

const broken = (): Unreadable =>
  new Unreadable('The workbook is damaged or cut off: open it, save it again, and try once more.')

const tooMuch = (most = mostBytes): Unreadable =>
  new Unreadable(
    `The workbook unpacks to more than ${most / 1_000_000} MB${most < mostBytes ? ' in a part that should be small' : ''}: is it one? Save the sheet as CSV and try again.`,
    { code: 'too-large' },
  )
