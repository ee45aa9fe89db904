import type { Transaction } from 'kysely'
import type { Change } from '../../contract/sync.ts'
import type { Tables } from '../platform/db/tables.ts'
import { changedAfter, type Changed, type Clock } from './changed.ts'
import { cursorOwner, lastRank, readCursor, writeCursor, type Cursor } from './cursor.ts'
import { savedItems, syncedEntities } from './entities.ts'

type Trx = Transaction<Tables>
type Reader = { orgId: string; userId: string }

export type Feed = {
  changes: Change[]
  cursor: string
  more: boolean
  reset: boolean
  removedIds?: string[]
}

/** Oldest first; see `contract/sync.ts`. */
export const feedOf = async (
  trx: Trx,
  reader: Reader,
  since: string | undefined,
  limit: number,
): Promise<Feed> => {
  const now = await trx.selectFrom('org_clock').select(['seq', 'epoch']).executeTakeFirst()
  // An organisation without saved work has no clock; reading it again from the beginning costs nothing.
  const owner = cursorOwner(now?.epoch ?? '', reader.orgId, reader.userId)
  const start: Cursor = {
    position: { seq: '0', rank: 0, key: '' },
    born: now?.seq ?? '0',
    whole: true,
  }
  const requested = since === undefined ? null : readCursor(owner, since)
  if (requested && now && isAtClock(requested, now.seq)) return nothingNew(trx, owner, requested)
  let from = requested ?? start
  let found = await changedAfter(trx, reader.userId, from, limit + 1)
  if (from !== start && !fits(from, found.clock)) {
    from = start
    found = await changedAfter(trx, reader.userId, from, limit + 1)
  }
  const page = found.rows.slice(0, limit)
  const more = found.rows.length > limit
  const last = page.at(-1)
  // The page ends at the clock, so the cursor of a quiet device does not become too old.
  const position = more && last ? last : { seq: found.clock.seq, rank: lastRank, key: '' }
  const removedIds = await removedSince(trx, from.position.seq)
  return {
    changes: await changesOf(trx, reader, page),
    cursor: writeCursor(owner, { position, born: from.born, whole: from.whole && more }),
    more,
    reset: from.whole,
    ...(removedIds.length > 0 && { removedIds }),
  }
}

const isAtClock = ({ position, whole }: Cursor, seq: string): boolean =>
  !whole && position.seq === seq && position.rank === lastRank

/** Most looks of open pages: changes commit in the order of their ticks, so none can be missing. */
const nothingNew = async (trx: Trx, owner: string, cursor: Cursor): Promise<Feed> => {
  const removedIds = await removedSince(trx, cursor.position.seq)
  return {
    changes: [],
    cursor: writeCursor(owner, cursor),
    more: false,
    reset: false,
    ...(removedIds.length > 0 && { removedIds }),
  }
}

const removedSince = async (trx: Trx, seq: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('record_tombstone')
    .select('record_id')
    .where('seq', '>=', seq)
    .orderBy('seq')
    .execute()
  return rows.map((row) => row.record_id)
}

/** A restored backup may be older than the cursor. */
const fits = ({ position, born, whole }: Cursor, clock: Clock): boolean =>
  BigInt(whole ? born : position.seq) >= BigInt(clock.floor) &&
  BigInt(position.seq) <= BigInt(clock.seq)

/** Consecutive members of one list become one change. */
const changesOf = async (
  trx: Trx,
  { userId }: Reader,
  rows: readonly Changed[],
): Promise<Change[]> => {
  const views = new Map<number, (id: string, kind: string) => Change>()
  for (const { rank, load } of [savedItems, ...syncedEntities]) {
    const current = rows.filter((row) => row.rank === rank && !row.deleted)
    const ids = current.map(({ id }) => id)
    views.set(rank, await load(trx, userId, ids))
  }
  const changes: Change[] = []
  for (const row of rows) {
    const view = views.get(row.rank)
    if (view) changes.push(view(row.id, row.of))
    else addMember(changes, row)
  }
  return changes
}

const addMember = (changes: Change[], { id, of, deleted }: Changed): void => {
  const last = changes.at(-1)
  const members =
    last?.kind === 'members' && last.id === of
      ? last
      : { kind: 'members' as const, id: of, added: [], removed: [] }
  if (members !== last) changes.push(members)
  members[deleted ? 'removed' : 'added'].push(id)
}
