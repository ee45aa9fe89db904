import { sql } from 'kysely'
import type { Database } from '../../platform/db/db.ts'
import { readClock } from '../../records/store.ts'
import { changesBetween } from '../changes.ts'
import { datedDocs } from './dated-docs.ts'
import type { Indexes, Target } from './indexes.ts'

/** Writes market records into the cluster, in one process at a time. */
export type Indexer = {
  /** Writes what has changed, and everything when the cluster has no index; false while another process does. */
  catchUp(): Promise<boolean>
  /** Null before the first build. */
  writtenTick(): Promise<number | null>
}

export type IndexerParts = {
  db: Database
  indexes: Indexes
  /** Of the row with the tick. */
  name: string
  today(): string
  warn(unreadable: readonly string[]): void
}

/** Documents per shard: more, and a shard takes too long to move. */
const shardSize = 10_000_000

export const createIndexer = (parts: IndexerParts): Indexer => {
  const { db, indexes, name } = parts
  let checked = false

  const writtenTick = async (): Promise<number | null> => {
    const row = await db.owner
      .selectFrom('search_index')
      .select('tick')
      .where('name', '=', name)
      .executeTakeFirst()
    return row ? Number(row.tick) : null
  }
  const saveTick = async (tick: number): Promise<void> => {
    await sql`insert into search_index (name, tick) values (${name}, ${tick})
      on conflict (name) do update set tick = excluded.tick`.execute(db.owner)
  }
  /** A version is twice the tick, so that it never needs more than the clock. */
  const write = async (target: Target, after: number, until: number): Promise<void> => {
    // Reads a page while the previous one is being written.
    let writing: Promise<unknown> = Promise.resolve()
    for await (const change of changesBetween(db, after, until)) {
      await writing
      if ('removed' in change) {
        const { category, ids } = change.removed
        writing = indexes.remove(target, category, ids, until)
      } else {
        const { docs, unreadable } = datedDocs(change, { today: parts.today() })
        writing = indexes.write(target, docs, until).then((refused) => {
          const left = [...unreadable, ...refused]
          if (left.length > 0) parts.warn(left)
        })
      }
      writing.catch(() => {})
    }
    await writing
  }
  const build = async (): Promise<void> => {
    const until = Number(await readClock(db.owner))
    const target = await indexes.create(await shardsNeeded(db))
    await write(target, 0, until)
    await indexes.show(target)
    await saveTick(until)
    checked = true
  }
  const follow = async (): Promise<void> => {
    const [tick, until] = [await writtenTick(), Number(await readClock(db.owner))]
    checked &&= tick !== null && tick <= until
    // A database restored from a backup is older than its index.
    const isUsable = checked || (tick !== null && tick <= until && (await indexes.areShown()))
    if (tick === null || !isUsable) return build()
    checked = true
    if (tick === until) return
    try {
      await write(indexes.shown, tick, until)
    } catch (error) {
      checked = false
      throw error
    }
    await saveTick(until)
  }
  return {
    catchUp: () => alone(db, name, follow),
    writtenTick,
  }
}

/** The lock ends with its transaction, so that no pooler can mix it up. The embedded database has one process. */
const alone = async (db: Database, name: string, work: () => Promise<void>): Promise<boolean> => {
  if (db.kind === 'pglite') {
    await work()
    return true
  }
  return db.bulk(async ({ trx }) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(trx)
    if (rows[0]?.locked !== true) return false
    await work()
    return true
  })
}

const shardsNeeded = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    select greatest((select count(*) from company), (select count(*) from person)) as count`.execute(
    db.owner,
  )
  return Math.max(1, Math.ceil(Number(rows[0]?.count ?? 0) / shardSize))
}
