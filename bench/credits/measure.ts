import { uuidv7 } from 'uuidv7'
import { auditLedger } from '../../server/credits/audit.ts'
import { grantAddon } from '../../server/credits/grants.ts'
import { reserve, chargeAndRelease, type Charge } from '../../server/credits/ledger.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { percentile, roundFigure } from '../support/timing.ts'

export type Figures = {
  alone_per_s: number
  alone_p95_ms: number
  shared_per_s: number
  many_per_s: number
  bulk_records_per_s: number
  entries: number
  /** The rate at the end divided by the rate at the start. */
  late_ratio: number
  audit_ms: number
  mismatches: number
}

export const measure = async (db: Database, charges: number): Promise<Figures> => {
  const organisations = Array.from({ length: 16 }, (_, n) => `org_bench_${n}`)
  for (const org of organisations)
    await db.asOrg(org, (trx) =>
      grantAddon(trx, org, { n: 50_000_000, sourceRef: 'bench', title: 'Bench' }),
    )
  const [first = ''] = organisations
  // The first charges load code and open connections.
  await inLanes(1, 50, () => chargeOnce(db, first, 1))

  const alone = await inLanes(1, charges, () => chargeOnce(db, first, 1))
  const shared = await inLanes(8, charges, () => chargeOnce(db, first, 1))
  const many = await inLanes(16, charges, (lane) => chargeOnce(db, organisations[lane] ?? first, 1))
  const bulk = await inLanes(1, 20, () => chargeOnce(db, first, 1000))
  const late = await inLanes(1, charges, () => chargeOnce(db, first, 1))

  const entries = await entriesOf(db, organisations)
  const from = performance.now()
  const mismatches = await auditLedger(db)
  return {
    alone_per_s: roundFigure(alone.perSecond),
    alone_p95_ms: roundFigure(percentile(alone.samples, 0.95)),
    shared_per_s: roundFigure(shared.perSecond),
    many_per_s: roundFigure(many.perSecond),
    bulk_records_per_s: Math.round(bulk.perSecond * 1000),
    entries,
    late_ratio: roundFigure(late.perSecond / alone.perSecond),
    audit_ms: Math.round(performance.now() - from),
    mismatches: mismatches.length,
  }
}

const chargeOnce = async (db: Database, org: string, records: number): Promise<void> => {
  const charge: Charge = { id: uuidv7(), userId: 'user_bench', action: 'download', title: 'Bench' }
  const ids = Array.from({ length: records }, () => uuidv7())
  await db.asOrg(org, (trx) => reserve(trx, org, charge, records))
  await db.asOrg(org, (trx) => chargeAndRelease(trx, org, charge, { category: 'people', ids }))
}

const inLanes = async (
  lanes: number,
  count: number,
  work: (lane: number) => Promise<void>,
): Promise<{ perSecond: number; samples: number[] }> => {
  const samples: number[] = []
  const from = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let n = lane; n < count; n += lanes) {
        const startedAt = performance.now()
        await work(lane)
        samples.push(performance.now() - startedAt)
      }
    }),
  )
  return { perSecond: (count / (performance.now() - from)) * 1000, samples }
}

const entriesOf = async (db: Database, organisations: readonly string[]): Promise<number> => {
  let sum = 0
  for (const org of organisations)
    sum += await db.asOrg(org, async (trx) => {
      const { n } = await trx
        .selectFrom('credit_entry')
        .select((of) => of.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    })
  return sum
}
