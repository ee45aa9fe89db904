import { hash } from 'node:crypto'

/** Equal for the same rows in any order. */
export type Tally = { rows: number; sum: string }

export type Tallying = { add(row: Uint8Array): void; end(): Tally }

/** Four sums of 32 bits over the hashes of the rows: a changed, missing or doubled row changes them. */
export const tallyRows = (): Tallying => {
  const sums = new Uint32Array(4)
  let rows = 0
  return {
    add: (row) => {
      const digest = hash('sha256', row, 'buffer')
      // A typed array adds modulo 2^32.
      for (let n = 0; n < 4; n++) sums[n] = (sums[n] ?? 0) + digest.readUInt32LE(n * 4)
      rows += 1
    },
    end: () => ({ rows, sum: Buffer.from(sums.buffer).toString('hex') }),
  }
}

const newline = 10

/** Adds each row of PostgreSQL's text format, and passes on blocks of whole rows. */
export async function* wholeRows(
  pieces: AsyncIterable<Uint8Array>,
  tally: Tallying,
): AsyncGenerator<Buffer, void, undefined> {
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    const block = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece])
    let start = 0
    for (let end = block.indexOf(newline); end !== -1; end = block.indexOf(newline, start)) {
      tally.add(block.subarray(start, end))
      start = end + 1
    }
    rest = block.subarray(start)
    if (start > 0) yield block.subarray(0, start)
  }
  if (rest.length > 0) throw new Error('A table ends in the middle of a row.')
}
