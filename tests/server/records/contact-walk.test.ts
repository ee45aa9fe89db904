import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { plantContacts, type Planted } from '../../kit/contact.ts'
import { walkContacts, type Walked } from '../../kit/contact-walk.ts'

const seed = Number(process.env['CONTACT_SEED'] ?? 20261123)
const walks = Number(process.env['CONTACT_WALKS'] ?? 2)
const acts = 60
const kinds = ['listed', 'mobile', 'all', 'none', 'direct', 'email'] as const
/** The machine may be busy. */
const longestMs = 120_000 + walks * 60_000

describe('contact details of people an organisation has not paid for', () => {
  let test: TestApp
  let people: Planted[]
  beforeAll(async () => {
    test = await startTestApp({ companies: 20, people: 90 })
    people = await plantContacts(test, kinds)
  }, longestMs)
  afterAll(() => test.close())

  it(
    `are in no answer and no file, whatever its admin does (seed ${seed}, ${walks} walks of ${acts} acts)`,
    async () => {
      const walked: Walked[] = []
      for (let run = 0; run < walks; run++)
        walked.push(await walkContacts(test, people, { seed, run, acts }))
      expect(walked.flatMap(({ leaks, faults }) => [...leaks, ...faults])).toEqual([])
      const total = (count: (walk: Walked) => number) =>
        walked.reduce((sum, walk) => sum + count(walk), 0)
      // An API that shows nothing would pass as well.
      expect(total(({ seen }) => seen)).toBeGreaterThan(total(({ paid }) => paid) / 2)
      expect(total(({ requests }) => requests)).toBeGreaterThan(walks * 2)
      expect(total(({ signals }) => signals)).toBeGreaterThan(0)
      expect(total(({ pushed }) => pushed)).toBeGreaterThan(0)
      // A trial has no signals to target, and nothing that is paid by card; no CRM and no register is set up, and another organisation runs the installation.
      expect(new Set(walked.flatMap(({ refused }) => refused))).toEqual(
        new Set([
          'addonPlan',
          'coreSignals',
          'crmMapping',
          'customerPortal',
          'dryRun',
          'installation',
          'installationFaults',
          'integrations',
          'intentSignals',
          'previewProrata',
          'registerCheck',
          'signals',
          'sourceRejects',
          'sourceRuns',
          'sources',
        ]),
      )
      const bodies = total((walk) => walk.bodies)
      const requests = total((walk) => walk.requests)
      const paid = total((walk) => walk.paid)
      reportPromise({
        promise: 'I27',
        check: 'acts after which every answer and file was searched for unpaid contact details',
        volume: walks * acts,
        goal: 3_000,
        seed,
        figures: { bodies, leaks: 0 },
      })
      reportPromise({
        promise: 'I2',
        check: 'records paid for in random acts, each with one unlock and one credit',
        volume: paid,
        goal: 10_000,
        seed,
        figures: { requests, faults: 0 },
      })
    },
    longestMs,
  )

  it.each([
    [
      'files that take the details of every row',
      'reserved_contact',
      `select q.request_id, q.row, p.contact from request_row q join person p on p.id = q.record_id
        where q.org_id = current_setting('app.org', true)`,
    ],
    ['views that forget the unlock', 'unlocked_contact', 'select id, contact from person'],
    [
      'a price that follows own checks',
      'contact_summary',
      `select id, company_id, not jsonb_path_exists(contact, '$.* ? (@ != "")') as is_empty,
        coalesce(contact->>'work_email', '') = '' and exists (select from dnc_number d
          where d.org_id = current_setting('app.org', true) and d.listed
            and d.number = phone_key(contact->>'mobile')) as is_listed from person`,
    ],
  ])(
    'fail this check through %s',
    async (_, view, mutant) => {
      const { rows } = await sql<{ text: string }>`
      select pg_get_viewdef(${view}::regclass) as text`.execute(test.db.owner)
      await replaceView(view, mutant)
      try {
        const leaks: string[] = []
        for (let run = 0; run < 16 && leaks.length === 0; run++)
          leaks.push(...(await walkContacts(test, people, { seed, run, acts })).leaks)
        expect(leaks).not.toEqual([])
      } finally {
        await replaceView(view, rows[0]?.text ?? '')
      }
    },
    longestMs,
  )

  const replaceView = (view: string, query: string) =>
    sql.raw(`create or replace view ${view} as ${query}`).execute(test.db.owner)
})
