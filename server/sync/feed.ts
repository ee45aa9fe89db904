import { sql, type Transaction } from 'kysely'
import type { Change } from '../../contract/sync.ts'
import { agentViews } from '../agents/views.ts'
import { activityView } from '../saved-work/activity-view.ts'
import { listView, recentView, searchView, uncounted } from '../saved-work/views.ts'
import type { Tables } from '../platform/db/tables.ts'
import { changedAfter, ranks, type Changed, type Clock } from './changed.ts'
import { cursorOwner, lastRank, readCursor, writeCursor, type Cursor } from './cursor.ts'

type Trx = Transaction<Tables>
type Reader = { orgId: string; userId: string }

export type Feed = {
  changes: Change[]
  cursor: string
  more: boolean
  reset: boolean
  gone?: string[]
}

/** The next changes for a member after a cursor, oldest first; see `contract/sync.ts`. */
export const feedOf = async (
  trx: Trx,
  reader: Reader,
  since: string | undefined,
  limit: number,
): Promise<Feed> => {
  const now = await trx.selectFrom('org_clock').select(['seq', 'epoch']).executeTakeFirst()
  // An organisation without saved work has no clock; what was read then is read again, which costs nothing.
  const owner = cursorOwner(now?.epoch ?? '', reader.orgId, reader.userId)
  const anew: Cursor = {
    place: { seq: '0', rank: 0, key: '' },
    born: now?.seq ?? '0',
    whole: true,
  }
  const asked = since === undefined ? null : readCursor(owner, since)
  let from = asked ?? anew
  let found = await changedAfter(trx, reader.userId, from, limit + 1)
  if (from !== anew && !fits(from, found.clock)) {
    from = anew
    found = await changedAfter(trx, reader.userId, from, limit + 1)
  }
  const page = found.rows.slice(0, limit)
  const more = found.rows.length > limit
  const last = page.at(-1)
  // All there was up to the clock has been told: the place of a quiet device does not grow old.
  const place = more && last ? last : { seq: found.clock.seq, rank: lastRank, key: '' }
  const gone = await goneSince(trx, from.place.seq)
  return {
    changes: await changesOf(trx, reader, page),
    cursor: writeCursor(owner, { place, born: from.born, whole: from.whole && more }),
    more,
    reset: from.whole,
    ...(gone.length > 0 && { gone }),
  }
}

/** Rarely any: people who asked to be removed. */
const goneSince = async (trx: Trx, seq: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('record_gone')
    .select('record_id')
    .where('seq', '>=', seq)
    .orderBy('seq')
    .execute()
  return rows.map((row) => row.record_id)
}

/** Not from before what has been forgotten, and not from a future that a database put back does not know. */
const fits = ({ place, born, whole }: Cursor, clock: Clock): boolean =>
  BigInt(whole ? born : place.seq) >= BigInt(clock.floor) && BigInt(place.seq) <= BigInt(clock.seq)

/** The rows as the contract tells them; members of one list that stand side by side become one change. */
const changesOf = async (
  trx: Trx,
  { userId }: Reader,
  rows: readonly Changed[],
): Promise<Change[]> => {
  const alive = (rank: number): string[] =>
    rows.filter((row) => row.rank === rank && !row.gone).map(({ id }) => id)
  const among = (ids: readonly string[]) => sql<boolean>`id = any(${[...ids]}::uuid[])`
  const items = keyed(
    await trx
      .selectFrom('saved_item')
      .selectAll()
      .where(among(alive(ranks.item)))
      .execute(),
  )
  const activities = keyed(
    await trx
      .selectFrom('activity')
      .selectAll()
      .where(among(alive(ranks.activity)))
      .execute(),
  )
  const recents = keyed(
    await trx
      .selectFrom('recent_search')
      .selectAll()
      .where('user_id', '=', userId)
      .where(among(alive(ranks.recent)))
      .execute(),
  )
  const agents = keyed(await agentViews(trx, userId, alive(ranks.agent)))
  const changes: Change[] = []
  for (const row of rows) {
    const { id, rank } = row
    if (rank === ranks.member) addMember(changes, row)
    else if (rank === ranks.item) {
      const item = items.get(id)
      // It may have been taken back or deleted since; then the next page tells so, and this one tells nothing of it.
      const shown = item && item.deleted_at === null && (item.shared || item.owner_id === userId)
      const now = shown ? item : null
      if (row.of === 'dynamic')
        changes.push({ kind: 'search', id, value: now && searchView(now, userId, uncounted) })
      else changes.push({ kind: 'list', id, value: now && listView(now, userId, uncounted) })
    } else if (rank === ranks.recent) {
      const recent = recents.get(id)
      changes.push({ kind: 'recent', id, value: recent ? recentView(recent) : null })
    } else if (rank === ranks.agent) {
      changes.push({ kind: 'agent', id, value: agents.get(id) ?? null })
    } else {
      const activity = activities.get(id)
      const value = activity ? activityView(activity, userId) : null
      changes.push({ kind: 'activity', id, value })
    }
  }
  return changes
}

const addMember = (changes: Change[], { id, of, gone }: Changed): void => {
  const last = changes.at(-1)
  const members =
    last?.kind === 'members' && last.id === of
      ? last
      : { kind: 'members' as const, id: of, added: [], removed: [] }
  if (members !== last) changes.push(members)
  members[gone ? 'removed' : 'added'].push(id)
}

const keyed = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))
