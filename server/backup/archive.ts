import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { Refusal } from '../platform/refusal.ts'

/** `file`: of the file store, by its key. `data`: of the data folder, by its path. */
const Head = z.object({
  kind: z.enum(['file', 'data']),
  name: z.string().check(z.regex(/^(?!\.\.?(\/|$))[^\0\\/]+(\/(?!\.\.?(\/|$))[^\0\\/]+)*$/)),
  bytes: z.int().check(z.minimum(0)),
})
export type Entry = z.infer<typeof Head>

/** One entry after the other: the length of its head, its head, its bytes. */
export async function* packEntries(
  entries: AsyncIterable<Entry & { content: Readable }>,
  onPacked: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { content, ...entry } of entries) {
    const head = Buffer.from(JSON.stringify(entry))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(head.length)
    yield Buffer.concat([length, head])
    let sent = 0
    const pieces: AsyncIterable<Uint8Array> = content
    for await (const piece of pieces) {
      sent += piece.byteLength
      yield piece
    }
    if (sent !== entry.bytes) throw new Error(`${entry.name} changed while it was copied.`)
    onPacked()
  }
}

/** Calls `take` for each entry, which reads all of its content. Throws a Refusal if the archive is cut off. */
export const unpackEntries = async (
  content: AsyncIterable<Uint8Array>,
  take: (entry: Entry, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<number> => {
  const reader = readerOf(content)
  let count = 0
  for (;;) {
    const length = await reader.read(4)
    if (length.length === 0) return count
    const head = await reader.read(length.length === 4 ? length.readUInt32BE(0) : 0)
    const entry = Head.safeParse(jsonOf(head.toString()))
    if (!entry.success) throw new Refusal('The files of the backup are damaged.')
    await take(entry.data, reader.take(entry.data.bytes))
    count += 1
  }
}

const readerOf = (content: AsyncIterable<Uint8Array>) => {
  const pieces = content[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const next = await pieces.next()
    if (next.done === true) return false
    rest = rest.length === 0 ? Buffer.from(next.value) : Buffer.concat([rest, next.value])
    return true
  }
  async function* take(bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    let left = bytes
    while (left > 0) {
      if (rest.length === 0 && !(await more()))
        throw new Refusal('The files of the backup are cut off.')
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
  return {
    take,
    /** Fewer at the end. */
    read: async (bytes: number): Promise<Buffer> => {
      while (rest.length < bytes && (await more()));
      const read = rest.subarray(0, bytes)
      rest = rest.subarray(read.length)
      return read
    },
  }
}

const jsonOf = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
