import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** A place in the feed: everything up to (seq, rank, key) has been told. */
export type Place = { seq: string; rank: number; key: string }

/**
 * Where a device stands. `born` is the clock when it began to read: what was deleted up to then it never had. `whole` while it still
 * reads everything from the beginning.
 */
export type Cursor = { place: Place; born: string; whole: boolean }

/** Behind everything of its tick. */
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

/** Opaque to the caller, and good for this user on this clock only. */
export const writeCursor = (owner: string, { place, born, whole }: Cursor): string =>
  Buffer.from(JSON.stringify([owner, place.seq, place.rank, place.key, born, whole])).toString(
    'base64url',
  )

/** Null for anything that is no cursor of this owner. */
export const readCursor = (owner: string, text: string): Cursor | null => {
  try {
    const [whose, seq, rank, last, born, whole] = z.parse(
      Written,
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    )
    return whose === owner ? { place: { seq, rank, key: last }, born, whole } : null
  } catch {
    return null
  }
}

/** Whose cursor: a user's, on one clock of one organisation. */
export const cursorOwner = (epoch: string, orgId: string, userId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([epoch, orgId, userId]))
    .digest('base64url')
    .slice(0, 12)
