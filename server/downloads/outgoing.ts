import { sql, type Transaction } from 'kysely'
import type { RowOutcome } from '../../contract/money/downloads.ts'
import type { Category, Company } from '../../contract/records/records.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import type { Database } from '../platform/db/db.ts'
import { checkedNumbers, numbersIn, washesOfRows, type Washes } from '../do-not-call/do-not-call.ts'
import { revealContact } from '../records/views.ts'
import type { Delivered } from './facts.ts'
import { isEnrichment, type OutgoingRow } from './ports.ts'
import type { Request } from './store.ts'

type Trx = Transaction<Tables>

const batchSize = 250

/**
 * In order, each batch in its own transaction. People include contact details if they are unlocked or this run has reserved their
 * credits, so publish the output only with the charge. Suppressed records are left out; rows of an upload stay, with nothing
 * added.
 */
export async function* outgoing(
  db: Database,
  request: Request,
  options: Leaving,
): AsyncGenerator<OutgoingRow[]> {
  const keepsAllRows = isEnrichment(request.type)
  let after = 0
  for (;;) {
    const rows = await db.asOrg(request.org_id, (trx) => read(trx, request, after, options))
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.row
    const leaving = rows.filter(
      (row) => keepsAllRows || row.delivered !== null || row.outcome === null,
    )
    yield leaving
    if (rows.length < batchSize) return
  }
}

/** Records as they would leave now, without contact details that are not unlocked; deleted ones are absent. */
export const readUnpaid = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
): Promise<Map<string, Delivered>> => {
  const people = category === 'people'
  const { rows } = await sql<{ id: string } & Stored>`
    select r.id, r.doc::text as doc,
      ${people ? sql`(select contact from unlocked_contact where id = r.id) as contact, ${noNumbers}` : sql`${noContact}, ${numbers}`}
    from ${sql.table(people ? 'person' : 'company')} r
    where r.id = any(${[...ids]}::uuid[])`.execute(trx)
  const washes = await washesOfRows(trx, rows)
  return new Map(
    rows.map(({ id, ...stored }) => [id, complete({ category }, { ...stored, lists: [] }, washes)]),
  )
}

type Leaving = {
  withLists: boolean
  without?: readonly RowOutcome[]
  suppressed?: ReadonlySet<number>
}

type Stored = { doc: string; contact: Contact | null; numbers: string[] | null }

type Row = Omit<Stored, 'doc'> & {
  row: number
  recordId: string | null
  own: string[] | null
  outcome: RowOutcome | null
  doc: string | null
  lists: string[]
}

const read = async (
  trx: Trx,
  request: Request,
  after: number,
  { withLists, without = [], suppressed }: Leaving,
): Promise<OutgoingRow[]> => {
  const people = request.category === 'people'
  const names = withLists ? listsOf(request) : sql`array[]::text[]`
  const { rows } = await sql<Row>`
    select q.row, q.record_id as "recordId", q.own, q.outcome, r.doc::text as doc,
      ${people ? sql`${paidContact}, ${noNumbers}` : sql`${noContact}, ${numbers}`}, ${names} as lists
    from request_row q
    left join ${sql.table(people ? 'person' : 'company')} r on r.id = q.record_id
    where q.request_id = ${request.id}::uuid and q.row > ${after}
      and (q.outcome is null or q.outcome <> all(${[...without]}::text[]))
    order by q.row limit ${batchSize}`.execute(trx)
  const washes = await washesOfRows(trx, rows)
  return rows.map(({ row, recordId, own, outcome, doc, contact, numbers, lists }) => ({
    row,
    recordId,
    own: own ?? [],
    outcome,
    delivered:
      stays(outcome) && doc !== null && suppressed?.has(row) !== true
        ? complete(request, { doc, contact, numbers, lists }, washes)
        : null,
  }))
}

const noContact = sql`null as contact`
const noNumbers = sql`null as numbers`
const numbers = sql`${numbersIn('r.doc')} as numbers`

/** A row in neither view was not paid for: an `empty` row, even if more is known about the person now. */
const paidContact = sql`coalesce(
  (select contact from unlocked_contact where id = q.record_id),
  (select contact from reserved_contact where request_id = q.request_id and row = q.row)) as contact`

const stays = (outcome: RowOutcome | null): boolean =>
  outcome !== 'suppressed' && outcome !== 'failed' && outcome !== 'unmatched'

const complete = (
  { category }: Pick<Request, 'category'>,
  { doc, contact, numbers, lists }: Stored & { lists: readonly string[] },
  washes: Washes,
): Delivered => {
  if (category === 'people')
    return { category, record: revealContact(doc, contact ?? {}, washes), lists }
  const dnc = checkedNumbers(numbers ?? [], washes)
  // The query returns companies.
  return { category, record: { ...(JSON.parse(doc) as Company), ...(dnc && { dnc }) }, lists }
}

/** Only lists that the member may see. */
const listsOf = ({ category, user_id: userId }: Request) => sql`array(
  select i.name from list_member m
  join saved_item i on i.org_id = m.org_id and i.id = m.list_id
  where m.record_id = q.record_id and not m.removed and i.category = ${category}
    and i.deleted_at is null and (i.shared or i.owner_id = ${userId})
  order by i.name, i.id)`
