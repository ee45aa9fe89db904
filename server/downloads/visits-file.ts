import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { visitsType, type FileFormat } from '../../contract/money/downloads.ts'
import { everyone, type VisitOutcome } from '../../contract/saved-work/activities.ts'
import { outcomeLabels } from '../../contract/saved-work/outcome-labels.ts'
import type { Category } from '../../contract/records/records.ts'
import { audit } from '../audit/audit.ts'
import { assertAllowed } from '../credits/limits.ts'
import { customerOf } from '../customer/customer.ts'
import { zoneOf } from '../customer/time-zone.ts'
import type { Cell } from '../platform/csv.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { visitsToExport, type VisitFilter } from '../saved-work/visits.ts'
import { insertRequest, invalid, sameAsker } from './accept-request.ts'
import { writeLines } from './file-target.ts'
import type { Asker, Run, Target } from './ports.ts'
import { requestOf, type Request } from './store.ts'

type Trx = Transaction<Tables>

export type VisitsWanted = VisitFilter & { id?: string | undefined; format: FileFormat }

/** Freezes which visits; the file reads them when it is made. Throws `invalid-input` for none or too many, `role-forbidden`. */
export const acceptVisits = async (
  trx: Trx,
  asker: Asker,
  { id = uuidv7(), format, ...filter }: VisitsWanted,
): Promise<Request> => {
  const before = await requestOf(trx, id)
  if (before) return sameAsker(before, asker)
  await assertAllowed(trx, asker, 'download')
  const visits = await visitsToExport(trx, filter, asker.userId, maxVisitRows + 1)
  if (visits.length === 0)
    throw invalid('/outcome', 'no-visits', 'There are no visits to export yet.')
  if (visits.length > maxVisitRows)
    throw invalid(
      '/by',
      'too-many',
      `You can export ${maxVisitRows.toLocaleString('en-AU')} visits at a time. Choose a person, a list or an outcome.`,
    )
  const request = await insertRequest(trx, asker, {
    id,
    type: visitsType,
    // Its rows are of both.
    category: 'company',
    name: await titleOf(trx, asker, filter.by),
    format,
    columns: [],
    own: [],
    agreed: 0,
    rows: visits.map(({ id: visit, ...row }) => ({ ...row, own: [visit] })),
    parentId: null,
  })
  await audit(trx, asker, { act: 'work-file', subject: id, details: { visits: visits.length } })
  return request
}

const maxVisitRows = 50_000

const titleOf = async (trx: Trx, { userId }: Asker, by: string): Promise<string> => {
  if (by === userId) return 'My visits'
  if (by === everyone) return 'Visits of the team'
  const member = await trx
    .selectFrom('member')
    .select(['name', 'email'])
    .where('user_id', '=', by)
    .executeTakeFirst()
  return `Visits by ${member?.name || member?.email || 'a former colleague'}`
}

/** With the notes as they are now; a visit that was deleted since fails its row. */
export const visitsTarget = (files: FileStore): Target => ({
  ends: 'DOWNLOAD_FILE_GENERATED',
  deliver: async (run) => {
    const customer = await run.db.asOrg(run.request.org_id, customerOf)
    const zone = zoneOf(customer?.default_country ?? customer?.country)
    return writeLines(files, run.request, linesOf(run, zone))
  },
})

async function* linesOf(run: Run, zone: string): AsyncGenerator<readonly Cell[]> {
  yield ['Date', 'Time', 'Visited', 'Type', 'Outcome', 'Note', 'By']
  const clock = new Intl.DateTimeFormat('en-CA', { ...clockParts, timeZone: zone })
  for (let after = 0; ;) {
    const rows = await readRows(run.db, run.request, after)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.row
    const deleted = rows.filter(({ at, outcome }) => at === null && outcome === null)
    if (deleted.length > 0)
      await run.reportOutcomes(
        deleted.map(({ row }) => ({ row, outcome: 'failed', reason: 'This visit was deleted.' })),
      )
    for (const { at, name, category, result, text, by } of rows) {
      if (at === null) continue
      const [day = '', time = ''] = clock.format(at).split(', ')
      const type = category === 'company' ? 'Company' : 'Person'
      yield [day, time, name, type, result && outcomeLabels[result], text, by]
    }
    await run.progress(after)
  }
}

const clockParts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

const batchSize = 1_000

/** `at` is null where the visit was deleted; `outcome` is of the row, `result` of the visit. */
type Row = {
  row: number
  name: string
  outcome: string | null
  at: Date | null
  category: Category | null
  result: VisitOutcome | null
  text: string | null
  by: string | null
}

const readRows = (db: Database, request: Request, after: number): Promise<Row[]> =>
  db.asOrg(request.org_id, async (trx) => {
    // A removed person leaves an empty text in place of the visit's id.
    const { rows } = await sql<Row>`
      select q.row, q.name, q.outcome, a.at, a.category, a.outcome as result, a.text,
        (select coalesce(nullif(m.name, ''), m.email) from member m where m.user_id = a.author_id) as by
      from request_row q
      left join activity a on a.id = nullif(q.own->>0, '')::uuid and a.deleted_at is null
      where q.request_id = ${request.id}::uuid and q.row > ${after}
      order by q.row limit ${batchSize}`.execute(trx)
    return rows
  })
