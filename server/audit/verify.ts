import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import { beforeAll, sealOf } from './audit.ts'

export type Verdict = { entries: number; brokenAt: number | null }

const page = 2000

/** Finds entries that were changed, removed, inserted, cut off the end or added to it. */
export const verifyChain = async (trx: Transaction<Tables>): Promise<Verdict> => {
  // Read the head first: entries written later come after it.
  const head = await trx.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst()
  const end = Number(head?.seq ?? 0)
  let hash = beforeAll
  let seq = 0
  while (seq < end) {
    const rows = await trx
      .selectFrom('audit_entry')
      .selectAll()
      .where('seq', '>', String(seq))
      .where('seq', '<=', String(end))
      .orderBy('seq')
      .limit(page)
      .execute()
    if (rows.length === 0) return { entries: end, brokenAt: seq + 1 }
    for (const row of rows) {
      const entry = { ...row, seq: Number(row.seq) }
      const fits = entry.seq === seq + 1 && entry.prev_hash === hash && sealOf(entry) === entry.hash
      if (!fits) return { entries: end, brokenAt: seq + 1 }
      hash = entry.hash
      seq = entry.seq
    }
  }
  if (head !== undefined && hash !== head.hash) return { entries: end, brokenAt: Math.max(1, end) }
  // One statement sees an entry and the head that was written with it together.
  const beyond = await trx
    .selectFrom('audit_entry')
    .select('seq')
    .where('seq', '>', sql<string>`coalesce((select seq from audit_head), 0)`)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return { entries: end, brokenAt: beyond === undefined ? null : Number(beyond.seq) }
}
