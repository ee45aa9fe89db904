import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { mostRows, mostRowsOnTrial, type FileFormat } from '../../contract/money/downloads.ts'
import type { RecordSource } from '../../contract/money/credits.ts'
import { defaultColumns, exportColumns } from '../../contract/records/export-columns.ts'
import type { Category } from '../../contract/records/records.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { enqueue } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { estimateOf } from '../credits/estimate.ts'
import { reserve } from '../credits/ledger.ts'
import { priceOf } from '../credits/price.ts'
import { inCredits } from '../credits/words.ts'
import { subscriptionOf } from '../customer/customer.ts'
import { unknownColumns } from './cells.ts'
import {
  actOf,
  bareType,
  isEnrichment,
  type Asker,
  type Frozen,
  type FrozenRow,
  type Sources,
  type Targets,
} from './ports.ts'
import { countTitle } from './sources.ts'
import { requestJob, requestOf, waitsUntil, type Request } from './store.ts'

type Trx = Transaction<Tables>

export type Asked = {
  id?: string | undefined
  type: string
  category: Category
  source: RecordSource
  name?: string | undefined
  format: FileFormat
  columns?: readonly string[] | undefined
  agreed: number
}

export type Accepting = {
  sources: Sources
  targets: Targets
  /** ms since 1970. */
  now: () => number
}

/**
 * Accepts a request and freezes its rows; it is carried out behind the answer. Asked twice under one id it is accepted once. Throws
 * `invalid-input` with a pointer for an unknown type or column, for more rows than the plan gives and for none at all;
 * `price-changed` with the estimate where it would cost more than was agreed to; `role-forbidden` where an admin has disabled the act.
 */
export const accepted = async (
  parts: Accepting,
  trx: Trx,
  asker: Asker,
  asked: Asked,
): Promise<Request> => {
  const before = asked.id === undefined ? undefined : await requestOf(trx, asked.id)
  if (before) return sameAsker(before, asker)
  checkType(parts, asked)
  const { category, source } = asked
  const columns = checkedColumns(category, asked.columns)
  const frozen = await frozenOf(parts.sources, asker, category, source)
  await checkRows(trx, source, frozen)
  await checkPrice(parts, trx, asker, asked, recordsOf(frozen.rows))
  const id = asked.id ?? uuidv7()
  await reserve(trx, asker.orgId, chargeFor(id, asker, asked), 0)
  const request = await added(trx, asker, {
    ...asked,
    id,
    columns,
    name: asked.name ?? frozen.title ?? countTitle(category, recordsOf(frozen.rows).length),
    own: frozen.own ?? [],
    rows: frozen.rows,
    parentId: null,
  })
  await frozen.accepted?.(trx, request.id)
  return request
}

/** Throws `price-changed` with the estimate where these records would cost more now than was agreed to. */
export const checkPrice = async (
  { now }: Pick<Accepting, 'now'>,
  trx: Trx,
  asker: Pick<Asker, 'orgId' | 'userId'>,
  { category, agreed }: Pick<Asked, 'category' | 'agreed'>,
  ids: readonly string[],
): Promise<void> => {
  const price = await priceOf(trx, category, ids)
  const n = price.chargeable.length
  if (n <= agreed) return
  throw new ProblemError(
    'price-changed',
    `The price is now ${inCredits(n)}. You agreed to ${agreed}.`,
    { more: { estimate: await estimateOf(trx, asker, price, now()) } },
  )
}

/** Writes a request with its rows, and the job that carries it out. */
export const added = async (
  trx: Trx,
  asker: Asker,
  request: Omit<Asked, 'source' | 'columns' | 'id' | 'name'> & {
    id: string
    name: string
    columns: readonly string[]
    own: readonly string[]
    rows: readonly FrozenRow[]
    parentId: string | null
  },
): Promise<Request> => {
  const { id, rows, category } = request
  const made = await trx
    .insertInto('download_request')
    .values({
      org_id: asker.orgId,
      id,
      parent_id: request.parentId,
      user_id: asker.userId,
      type: request.type,
      category,
      status: 'REQUEST_ACCEPTED',
      name: request.name.slice(0, 80).toWellFormed(),
      format: request.format,
      columns: JSON.stringify(request.columns),
      own_columns: JSON.stringify(request.own),
      agreed: request.agreed,
      asked: rows.length,
      deadline_at: waitsUntil,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  // A twin of the same id was a moment faster.
  if (made === undefined) return sameAsker(await requestOf(trx, id), asker)
  await addRows(trx, made, rows)
  await enqueue(trx, { orgId: asker.orgId, kind: requestJob, id })
  return made
}

/** The ids of rows that have a record, each once. */
export const recordsOf = (rows: readonly FrozenRow[]): string[] => [
  ...new Set(rows.flatMap(({ recordId }) => (recordId === null ? [] : [recordId]))),
]

const chargeFor = (id: string, { userId }: Asker, { type }: Asked) => ({
  id,
  userId,
  action: actOf(type),
  title: '',
})

/** The id is an asker's own: a colleague's request under it is not there for them. */
const sameAsker = (request: Request | undefined, { userId }: Asker): Request => {
  if (request?.user_id === userId) return request
  throw new ProblemError('not-found', 'We can’t find this. It may have been deleted.')
}

const checkType = ({ targets }: Accepting, { type, source }: Asked): void => {
  const fits = isEnrichment(type) === (source.kind === 'upload')
  if (Object.hasOwn(targets, bareType(type)) && fits) return
  throw invalid(
    '/type',
    'unknown-type',
    fits ? 'This CRM isn’t connected.' : 'Only uploads can be enriched.',
  )
}

const checkedColumns = (category: Category, columns: readonly string[] | undefined): string[] => {
  if (columns === undefined) return defaultColumns(category)
  const [first] = unknownColumns(exportColumns, category, columns)
  if (first !== undefined)
    throw invalid(
      `/columns/${first}`,
      'unknown-column',
      `We don’t know the column '${columns[first] ?? ''}'.`,
    )
  return [...new Set(columns)]
}

const frozenOf = (
  sources: Sources,
  asker: Asker,
  category: Category,
  source: RecordSource,
): Promise<Frozen> => {
  if (source.kind === 'ids') return sources.ids(asker, category, source)
  if (source.kind === 'search') return sources.search(asker, category, source)
  if (source.kind === 'list') return sources.list(asker, category, source)
  return sources.upload(asker, category, source)
}

const pointerOf: Record<RecordSource['kind'], string> = {
  ids: '/source/ids',
  search: '/source/first',
  list: '/source/first',
  upload: '/source',
}

/** What a request may hold is told, and never silently cut (R5). */
const checkRows = async (trx: Trx, source: RecordSource, { rows }: Frozen): Promise<void> => {
  const subscription = await subscriptionOf(trx)
  const trial = subscription?.status === 'trialing'
  const most = trial ? mostRowsOnTrial : mostRows
  const n = recordsOf(rows).length
  if (n > most)
    throw invalid(
      pointerOf[source.kind],
      'too-many',
      trial
        ? `You chose ${n} records. On trial, the limit is ${most} at a time.`
        : `You chose ${n.toLocaleString('en-AU')} records. The limit is ${most.toLocaleString('en-AU')} at a time.`,
    )
  if (rows.length === 0)
    throw invalid(pointerOf[source.kind], 'no-records', 'You haven’t chosen any records.')
}

const invalid = (pointer: string, code: string, detail: string): ProblemError =>
  new ProblemError('invalid-input', detail, { errors: [{ pointer, code, detail }] })

const addRows = async (trx: Trx, request: Request, rows: readonly FrozenRow[]): Promise<void> => {
  const name =
    request.category === 'company'
      ? sql`(select name from company where id = asked.record_id)`
      : sql`(select doc->>'name' from person where id = asked.record_id)`
  await sql`
    insert into request_row (org_id, request_id, row, record_id, name, own, outcome, reason)
    select ${request.org_id}, ${request.id}::uuid, asked.row, asked.record_id, coalesce(${name}, asked.name, ''),
      asked.own::jsonb, case when asked.record_id is null then 'unmatched' end, asked.reason
    from unnest(${rows.map((_, index) => index + 1)}::int[], ${rows.map(({ recordId }) => recordId)}::uuid[],
      ${rows.map(({ own }) => (own === undefined ? null : JSON.stringify(own)))}::text[],
      ${rows.map(({ reason }) => reason ?? null)}::text[],
      ${rows.map((row) => row.name ?? null)}::text[]) as asked (row, record_id, own, reason, name)`.execute(
    trx,
  )
}
