import { isAscii, isUtf8 } from 'node:buffer'
import { Refusal } from '../platform/refusal.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const signatures: readonly [string, string][] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF', 'a PDF document'],
  [
    'PK\x03\x04',
    'an Excel workbook or a zip archive: save the sheet as CSV, or unpack the archive, first',
  ],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook: save the sheet as CSV first'],
  ['\x1f\x8b', 'compressed (gzip): unpack it first'],
  ['BZh', 'compressed (bzip2): unpack it first'],
  ['\x28\xb5\x2f\xfd', 'compressed (zstandard): unpack it first'],
  ['SQLite format 3', 'an SQLite database'],
  ['PAR1', 'a Parquet file: save it as CSV first'],
]

/** Without a byte-order mark: UTF-8 if valid, else Windows-1252 if plausible. Throws a Refusal for other files. */
export const encodingOf = async (bytes: AsyncIterable<Uint8Array>): Promise<Encoding> => {
  const count: Count = {
    sequences: 0,
    broken: 0,
    firstBroken: 0,
    impossible: 0,
    controls: 0,
    size: 0,
    line: 1,
    open: [],
  }
  for await (const chunk of bytes) {
    if (count.size === 0) {
      const marked = markOf(Buffer.from(chunk))
      if (marked) return marked
    }
    scan(Buffer.from(chunk), count)
  }
  count.broken += count.open.length > 0 ? 1 : 0
  if (count.controls > count.size / 100)
    throw new Refusal('The file is not text: it is full of control characters.')
  if (count.broken === 0) return 'utf-8'
  if (count.sequences === 0 && count.impossible === 0) return 'windows-1252'
  // Rejects a few damaged rows, but refuses a file that is mostly damaged.
  if (count.broken <= count.sequences) return 'utf-8'
  throw new Refusal(
    `The text of the file is neither UTF-8 nor Windows-1252 (first broken on line ${count.firstBroken}): save it as UTF-8 and try again.`,
  )
}

const markOf = (chunk: Buffer): Encoding | undefined => {
  const start = chunk.subarray(0, 16).toString('latin1')
  const [, kind] = signatures.find(([signature]) => start.startsWith(signature)) ?? []
  if (kind !== undefined) throw new Refusal(`The file is ${kind}.`)
  if (start.startsWith('\xff\xfe')) return 'utf-16le'
  if (start.startsWith('\xfe\xff')) return 'utf-16be'
  const head = chunk.subarray(0, 2000)
  const zeros = [0, 1].map((odd) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 4 && even < odd / 8) return 'utf-16le'
  if (even > head.length / 4 && odd < even / 8) return 'utf-16be'
  return undefined
}

type Count = {
  sequences: number
  broken: number
  firstBroken: number
  /** Bytes that Windows-1252 does not define. */
  impossible: number
  controls: number
  size: number
  line: number
  /** An incomplete sequence from the previous chunk. */
  open: number[]
}

const scan = (chunk: Buffer, count: Count): void => {
  count.size += chunk.length
  if (count.open.length === 0 && isAscii(chunk)) {
    if (chunk.includes(0)) for (const byte of chunk) countControl(byte, count)
    if (count.broken === 0) count.line += lineEnds(chunk)
    return
  }
  if (count.open.length === 0 && isUtf8(chunk) && !chunk.includes(0)) {
    count.sequences += chunk.length - chunk.toString().length
    if (count.broken === 0) count.line += lineEnds(chunk)
    return
  }
  for (const byte of chunk) {
    countControl(byte, count)
    if (byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d)
      count.impossible++
    extend(byte, count)
    if (byte === 10 && count.broken === 0) count.line++
  }
}

const extend = (byte: number, count: Count): void => {
  if (count.open.length > 0) {
    const sequence = [...count.open, byte]
    if (byte >= 0x80 && byte < 0xc0) {
      if (sequence.length < lengthOf(sequence[0] ?? 0)) {
        count.open = sequence
        return
      }
      count.open = []
      if (isUtf8(Uint8Array.from(sequence))) count.sequences++
      else markBroken(count)
      return
    }
    count.open = []
    markBroken(count)
  }
  if (byte < 0x80) return
  if (byte >= 0xc2 && byte < 0xf5) count.open = [byte]
  else markBroken(count)
}

const markBroken = (count: Count): void => {
  if (count.broken++ === 0) count.firstBroken = count.line
}
const lengthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)
const countControl = (byte: number, count: Count): void => {
  if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12) count.controls++
}
const lineEnds = (chunk: Buffer): number => {
  let ends = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) ends++
  return ends
}

export async function* asUtf8(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (encoding === 'utf-8') {
    let start: Uint8Array | undefined = new Uint8Array()
    for await (const chunk of bytes) {
      if (!start) yield chunk
      else {
        start = Buffer.concat([start, chunk])
        if (start.length < 3) continue
        yield withoutMark(start)
        start = undefined
      }
    }
    if (start) yield start
    return
  }
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  for await (const chunk of bytes) yield encoder.encode(decoder.decode(chunk, { stream: true }))
  yield encoder.encode(decoder.decode())
}

const withoutMark = (start: Uint8Array): Uint8Array =>
  start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? start.subarray(3) : start
