import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isOver, type RequestStatus } from '../../../contract/money/downloads.ts'
import { auditLedger } from '../../../server/credits/audit.ts'
import { openDatabase, type DatabaseLocation } from '../../../server/platform/db/db.ts'
import type { Client } from './client.ts'
import { organisations } from './orders.ts'

export type Verdict = {
  acked: number
  /** Acknowledged and missing, or completed without the promised file. */
  lost: number
  waiting: number
  /** Requested once and stored several times, charged differently from its delivery, or answered differently. */
  doubled: number
  ledger: string[]
  notes: string[]
  byStatus: Record<string, number>
}

type Row = {
  id: string
  name: string
  status: RequestStatus
  charged: number
  file: { key: string; bytes: number } | null
  commits: number
  committed: number
  unlocked: number
  open: number
}

export const judge = async (
  client: Client,
  database: DatabaseLocation,
  data: string,
): Promise<Verdict> => {
  const db = await openDatabase(database)
  try {
    const verdict: Verdict = {
      acked: 0,
      lost: 0,
      waiting: 0,
      doubled: client.differing,
      ledger: [],
      notes: [],
      byStatus: {},
    }
    const note = (text: string): void => {
      if (verdict.notes.length < 20) verdict.notes.push(text)
    }
    for (const { id: orgId } of organisations) {
      const rows = await db.asOrg(orgId, async (trx) => (await query.execute(trx)).rows)
      const byId = new Map(rows.map((row) => [row.id, row]))
      const times = new Map<string, number>()
      for (const row of rows) {
        times.set(row.name, (times.get(row.name) ?? 0) + 1)
        verdict.byStatus[row.status] = (verdict.byStatus[row.status] ?? 0) + 1
        const exact =
          row.commits <= 1 && row.committed === row.charged && row.unlocked === row.charged
        // An open request has its credits reserved.
        if (!exact || (row.open !== 0 && isOver(row.status))) {
          verdict.doubled += 1
          note(
            `${row.id} ${row.status}: charged ${row.charged}, ${row.commits} commits of ${row.committed}, ${row.unlocked} unlocked, ${row.open} held`,
          )
        }
      }
      for (const [name, n] of times)
        if (n > 1) {
          verdict.doubled += n - 1
          note(`${name} is there ${n} times`)
        }
      for (const op of client.ops) {
        if (op.orgId !== orgId || op.acknowledged === null) continue
        verdict.acked += 1
        const row = byId.get(op.acknowledged)
        if (row !== undefined && !isOver(row.status)) {
          verdict.waiting += 1
          note(`${op.acknowledged} is still ${row.status}`)
        } else if (row === undefined || !(await fileMatches(data, row))) {
          verdict.lost += 1
          note(`${op.acknowledged} is ${row === undefined ? 'not there' : row.status}`)
        }
      }
    }
    const mismatches = await auditLedger(db)
    verdict.ledger = mismatches.map(
      (mismatch) =>
        `${mismatch.orgId}: ${mismatch.check}: ${mismatch.found} and ${mismatch.wanted}`,
    )
    return verdict
  } finally {
    await db.close()
  }
}

const query = sql<Row>`
  select r.id, r.name, r.status, r.charged, r.file,
    (count(e.*) filter (where e.kind = 'commit'))::int as commits,
    coalesce(sum(e.n) filter (where e.kind = 'commit'), 0)::int as committed,
    (select count(*)::int from unlock u join credit_entry c on c.org_id = u.org_id and c.id = u.entry_id
      where c.request_id = r.id) as unlocked,
    coalesce(sum(e.reserved_delta), 0)::int as open
  from download_request r left join credit_entry e on e.org_id = r.org_id and e.request_id = r.id
  group by r.org_id, r.id`

const fileMatches = async (data: string, { status, file }: Row): Promise<boolean> => {
  if (status !== 'DOWNLOAD_FILE_GENERATED') return true
  if (!file) return false
  const found = await stat(join(data, 'files', file.key)).catch(() => undefined)
  return found?.size === file.bytes
}
