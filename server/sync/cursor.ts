import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** The device has everything up to (seq, rank, key). */
export type FeedPosition = { seq: string; rank: number; key: string }

/**
 * `born`: the clock when the device began to read; it never had what was deleted until then. `whole`: it still reads from the
 * beginning.
 */
export type Cursor = { position: FeedPosition; born: string; whole: boolean }

/** After every row of its tick. */
export const lastRank = 9

const tick = z.string().check(z.regex(/^\d{1,18}$/))
const key = z.string().check(z.regex(/^[0-9a-f-]{0,72}$/))
const Written = z.tuple([
  z.string(),
  tick,
  z.int().check(z.minimum(0), z.maximum(lastRank)),
  key,
  tick,
  z.boolean(),
])

/** Valid for this user on this clock only. */
export const writeCursor = (owner: string, { position, born, whole }: Cursor): string =>
  Buffer.from(
    JSON.stringify([owner, position.seq, position.rank, position.key, born, whole]),
  ).toString('base64url')

/** Null where the text is not a cursor of this owner. */
export const readCursor = (owner: string, text: string): Cursor | null => {
  try {
    const [whose, seq, rank, last, born, whole] = z.parse(
      Written,
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    )
    return whose === owner ? { position: { seq, rank, key: last }, born, whole } : null
  } catch {
    return null
  }
}

export const cursorOwner = (epoch: string, orgId: string, userId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([epoch, orgId, userId]))
    .digest('base64url')
    .slice(0, 12)
