import { LRUCache } from 'lru-cache'
import { sql, type Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import type { Context } from '../platform/http/context.ts'
import type { Tables } from '../platform/db/tables.ts'

export type Suppressed = Readonly<Record<Category, readonly string[]>>

type Caller = Pick<Context, 'orgId' | 'inOrg'>

/** Cached for a second, because another process may change a list. */
const trustedMs = 1000
/** Of all organisations together, some 100 MB. */
const maxIds = 1_000_000

type Known = { at: number; tick: string; records: Suppressed }

/** A search then needs no query for it. */
export const createSuppression = (now: () => number) => {
  const known = new LRUCache<string, Known>({
    maxSize: maxIds,
    sizeCalculation: ({ records }) => 1 + records.company.length + records.people.length,
  })

  const read = async ({ orgId, inOrg }: Caller): Promise<Suppressed> => {
    const before = known.get(orgId)
    const fresh = await inOrg(async (trx): Promise<Known> => {
      const clock = await trx.selectFrom('org_clock').select('suppressed').executeTakeFirst()
      const tick = clock?.suppressed ?? '0'
      if (before?.tick === tick) return { ...before, at: now() }
      if (tick === '0') return { at: now(), tick, records: none }
      return { at: now(), tick, records: await suppressedNow(trx) }
    })
    known.set(orgId, fresh)
    return fresh.records
  }

  return {
    of: (caller: Caller): Promise<Suppressed> => {
      const cached = known.get(caller.orgId)
      return cached && now() - cached.at < trustedMs
        ? Promise.resolve(cached.records)
        : read(caller)
    },
    changed: (orgId: string): void => {
      known.delete(orgId)
    },
  }
}

export const suppressedNow = async (trx: Transaction<Tables>): Promise<Suppressed> => {
  const { rows } = await sql<{ category: Category; record_id: string }>`
    select distinct i.category, m.record_id from saved_item i
    join list_member m on m.org_id = i.org_id and m.list_id = i.id
    where i.kind = 'suppression' and i.deleted_at is null and not m.removed`.execute(trx)
  const of = (category: Category): string[] =>
    rows.filter((row) => row.category === category).map((row) => row.record_id)
  return { company: of('company'), people: of('people') }
}

const none: Suppressed = { company: [], people: [] }
