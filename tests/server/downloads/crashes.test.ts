import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutTransactions } from '../../kit/crash/mutants.ts'
import { Crash, mortal } from '../../kit/crash/mortal.ts'
import { chance, type Chance } from '../../kit/chance.ts'
import { isOver, RequestStatus } from '../../../contract/money/downloads.ts'
import { auditLedger } from '../../../server/credits/audit.ts'
import { fileTarget } from '../../../server/downloads/file-target.ts'
import { requestWorker } from '../../../server/downloads/pipeline.ts'
import { endOverdue, removeExpired } from '../../../server/downloads/expiry.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import type { FileStore } from '../../../server/platform/vendors/files.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { requestDownload, startPaidPlan } from '../../kit/downloads.ts'
import { colleagues, someRecords } from '../../kit/saved-work.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['CRASH_SEED'] ?? 20261122)
const requests = Number(process.env['CRASH_REQUESTS'] ?? 40)

/** Ended requests get no new due time, because updating ten thousand with every jump is slow. */
const ended = RequestStatus.options.filter((status) => isOver(status))

type Found = {
  lost: string[]
  doubled: string[]
  left: string[]
  ledger: unknown[]
  crashes: number
  statuses: Set<string>
}

const carriedOut = async (
  test: TestApp,
  random: Chance,
  dying: Database,
  requests: number,
): Promise<Found> => {
  const alex = colleagues(test).alex
  const people = await someRecords(test, 'people', 100, { has_email: ['Yes'] })
  let crashes = 0
  const worker = (parts: { db: Database; files: FileStore }) =>
    requestWorker({
      ...parts,
      targets: { DOWNLOAD: fileTarget(parts.files) },
      now: () => Date.parse('2026-03-03T01:00:00Z'),
    })
  const job = (id: string) => ({
    orgId: harbour.id,
    kind: 'request',
    id,
    claims: 1,
    failures: 0,
    holder: id,
  })
  const live = async (id: string, k: number): Promise<void> => {
    try {
      await worker(mortal(dying, test.files, k)).run(job(id))
    } catch (error) {
      if (!(error instanceof Crash)) return
      crashes += 1
    }
  }
  /** Ten minutes forward or back: due times move. */
  const jump = async (): Promise<void> => {
    const by = random.is(0.5) ? 10 : -10
    await sql`update download_request set deadline_at = deadline_at - make_interval(mins => ${by})
      where status <> all(${ended})`.execute(test.db.owner)
    await endOverdue(test.db, test.files)
  }
  const ids: string[] = []
  for (let n = 0; n < requests; n++) {
    const source = {
      kind: 'ids',
      ids: Array.from({ length: 1 + random.whole(3) }, () => random.of(people)),
    }
    const { body } = await requestDownload(alex, {
      source,
      format: random.is(0.1) ? 'xlsx' : 'csv',
    })
    ids.push(body.requestId)
    const before = crashes
    for (let tries = 0; crashes - before < 2 && tries < 4; tries++) {
      const k = 1 + random.whole(40)
      await (random.is(0.3)
        ? Promise.all([live(body.requestId, k), live(body.requestId, 1 + random.whole(40))])
        : live(body.requestId, k))
      if (random.is(0.1)) await jump()
    }
    if (random.is(0.9))
      await worker({ db: test.db, files: test.files })
        .run(job(body.requestId))
        .catch(() => undefined)
  }
  await test.work()
  return { crashes, ...(await judged(test, ids)) }
}

const judged = async (test: TestApp, ids: readonly string[]): Promise<Omit<Found, 'crashes'>> => {
  const rows = await test.db.asOrg(
    harbour.id,
    async (trx) =>
      (
        await sql<{
          id: string
          status: 'REQUEST_ACCEPTED'
          charged: number
          run: number
          format: string
          key: string | null
          committed: number
          unlocked: number
          open: number
        }>`
        select r.id, r.status, r.charged, r.run, r.format, r.file->>'key' as key,
          coalesce(sum(e.n) filter (where e.kind = 'commit'), 0)::int as committed,
          coalesce(sum(e.reserved_delta), 0)::int as open,
          (select count(*)::int from unlock u join credit_entry c on c.id = u.entry_id where c.request_id = r.id) as unlocked
        from download_request r left join credit_entry e on e.request_id = r.id group by r.org_id, r.id`.execute(
          trx,
        )
      ).rows,
  )
  const found = {
    lost: [] as string[],
    doubled: [] as string[],
    left: [] as string[],
    statuses: new Set<string>(),
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const row = byId.get(id)
    if (!row || !isOver(row.status)) found.lost.push(`${id} ${row?.status ?? 'gone'}`)
    if (row) found.statuses.add(row.status)
    if (row?.key && (await test.files.read(row.key)) === undefined) found.lost.push(`${id} file`)
    if (row && (row.committed !== row.charged || row.unlocked !== row.charged || row.open !== 0))
      found.doubled.push(JSON.stringify(row))
  }
  const ledger = await auditLedger(test.db)
  // After seven days no run may leave a file.
  await sql`update download_request set file_expires_at = file_expires_at - interval '8 days'`.execute(
    test.db.owner,
  )
  // The sweep works in batches, so it needs several hours.
  for (let swept = 0; swept <= rows.length; swept += 500) await removeExpired(test.db, test.files)
  for (const { id, run, format } of rows)
    for (let each = 1; each <= run; each++) {
      const key = `${harbour.id}/${id}-${each}.${format}`
      if (await test.files.read(key)) found.left.push(key)
    }
  return { ...found, ledger }
}

describe('a worker that dies at any await', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 120, people: 600 })
    await startPaidPlan(test, 5000)
  })
  afterAll(() => test.close())

  it(
    `loses nothing, charges nothing twice and leaves the ledger exact (seed ${seed}, ${requests} requests)`,
    async () => {
      const found = await carriedOut(test, chance(seed), test.db, requests)
      expect(found).toMatchObject({ lost: [], doubled: [], ledger: [], left: [] })
      expect(found.crashes).toBeGreaterThanOrEqual(requests)
      expect(found.statuses).toContain('DOWNLOAD_FILE_GENERATED')
      reportPromise({
        promise: 'I4',
        check: 'requests whose workers die at any await',
        volume: requests,
        goal: 10_000,
        seed,
        figures: { crashes: found.crashes, lost: 0, doubled: 0 },
      })
    },
    60_000 + requests * 1_000,
  )
})

describe('a worker without transactions', () => {
  it('fails this check', async () => {
    const test = await startTestApp({ companies: 120, people: 600 })
    await startPaidPlan(test, 5000)
    const noticed = await carriedOut(test, chance(seed), withoutTransactions(test.db), 12).then(
      (found) => found.lost.length + found.doubled.length + found.ledger.length > 0,
      () => true,
    )
    expect(noticed).toBe(true)
    await test.close()
  }, 120_000)
})
