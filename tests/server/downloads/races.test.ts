import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chance } from '../../kit/chance.ts'
import { auditLedger } from '../../../server/credits/audit.ts'
import { requestWorker } from '../../../server/downloads/pipeline.ts'
import type { Run, Target } from '../../../server/downloads/ports.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { requestDownload, startPaidPlan } from '../../kit/downloads.ts'
import { colleagues } from '../../kit/saved-work.ts'
import { reportPromise } from '../../kit/reliability.ts'

// RACES=1000 is the full volume (I6).
const seed = Number(process.env['CRASH_SEED'] ?? 20261122)
const races = Number(process.env['RACES'] ?? 20)

describe(`a worker paused past its lease (CRASH_SEED=${seed}, ${races} races)`, () => {
  let test: TestApp
  let people: string[]
  let deliver: (run: Run) => Promise<null>
  const crm: Target = { ends: 'REQUEST_COMPELETED', deliver: (run) => deliver(run) }
  beforeAll(async () => {
    test = await startTestApp({
      companies: 120,
      people: 300 + 2 * races,
      parts: { targets: { HS_INTEGRATION: crm } },
    })
    await startPaidPlan(test, 10 * races)
    const { rows } = await sql<{ id: string }>`
      select id from person where contact->>'work_email' <> '' order by id limit ${races}`.execute(
      test.db.owner,
    )
    people = rows.map(({ id }) => id)
  }, 120_000)
  afterAll(() => test.close())

  it(
    'changes nothing after another worker has claimed the request, at any point of both',
    async () => {
      expect(people).toHaveLength(races)
      const random = chance(seed)
      const { alex } = colleagues(test)
      const worker = requestWorker({
        db: test.db,
        files: test.files,
        targets: { HS_INTEGRATION: crm },
        now: () => Date.parse('2026-03-03T01:00:00Z'),
      })
      const requestIds: string[] = []
      for (const id of people) {
        const { body } = await requestDownload(alex, {
          type: 'HS_INTEGRATION',
          source: { kind: 'ids', ids: [id] },
        })
        const requestId: string = body.requestId
        requestIds.push(requestId)
        const job = { orgId: harbour.id, kind: 'request', id: requestId, claims: 1, failures: 0 }
        const paused = Promise.withResolvers<void>()
        const started = Promise.withResolvers<void>()
        const last = Promise.withResolvers<void>()
        const overtaken = random.is(0.5)
        const telling = random.is(0.3)
        let runs = 0
        deliver = async (run) => {
          runs += 1
          if (runs === 1) {
            begin(started)
            await paused.promise
            if (telling) await run.reportOutcomes([{ row: 1, outcome: 'failed', reason: 'late' }])
          } else if (!overtaken) {
            // The late worker continues while this one is still working.
            begin(paused)
            await last.promise
          }
          return null
        }
        const late = worker.run({ ...job, holder: 'late' })
        await started.promise
        const second = worker.run({ ...job, holder: 'second' })
        if (overtaken) {
          await second
          begin(paused)
          await late
        } else {
          await late
          begin(last)
          await second
        }
        expect(runs).toBe(2)
      }
      const { rows } = await sql<{ id: string; status: string; commits: number; late: number }>`
        select r.id, r.status,
          (select count(*)::int from credit_entry e where e.request_id = r.id and e.kind = 'commit') as commits,
          (select count(*)::int from request_row q where q.request_id = r.id and q.reason = 'late') as late
        from download_request r`.execute(test.db.owner)
      expect(rows.map(({ id }) => id).toSorted()).toEqual(requestIds.toSorted())
      expect(
        rows.filter(
          ({ status, commits, late }) =>
            status !== 'REQUEST_COMPELETED' || commits !== 1 || late !== 0,
        ),
      ).toEqual([])
      expect(await auditLedger(test.db)).toEqual([])
      reportPromise({
        promise: 'I6',
        check: 'workers that were paused past their lease',
        volume: races,
        goal: 1_000,
        seed,
        figures: { doubleSettles: 0 },
      })
    },
    60_000 + races * 1_000,
  )
})

const begin = ({ resolve }: PromiseWithResolvers<void>): void => resolve()
