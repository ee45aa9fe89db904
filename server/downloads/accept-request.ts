import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { maxRows, visitsType, type FileFormat } from '../../contract/money/downloads.ts'
import type { ConflictDecisions } from '../../contract/money/crm.ts'
import type { RecordSource } from '../../contract/money/credits.ts'
import { defaultColumns, exportColumns } from '../../contract/records/export-columns.ts'
import type { Category } from '../../contract/records/records.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { enqueue } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { assertAgreed } from '../credits/estimate.ts'
import { assertAllowed } from '../credits/limits.ts'
import { sortByPrice } from '../credits/price.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { unknownColumns } from './cells.ts'
import {
  actOf,
  bareType,
  isEnrichment,
  isPush,
  type Asker,
  type Frozen,
  type FrozenRow,
  type Sources,
  type Targets,
} from './ports.ts'
import { countTitle } from './sources.ts'
import { mappingVersion, requestJob, requestOf, waitsUntil, type Request } from './store.ts'

type Trx = Transaction<Tables>

export type NewRequest = {
  id?: string | undefined
  type: string
  category: Category
  source: RecordSource
  name?: string | undefined
  format: FileFormat
  columns?: readonly string[] | undefined
  decisions?: ConflictDecisions | undefined
  agreed: number
}

export type AcceptParts = {
  sources: Sources
  targets: Targets
  now: () => number
}

/**
 * Freezes the rows; a job delivers them later. The same id is accepted once. Throws `invalid-input` with a pointer for an unknown
 * type or column, too many rows or none; `price-changed` with the estimate; `role-forbidden` for a disabled act.
 */
export const acceptRequest = async (
  parts: AcceptParts,
  trx: Trx,
  asker: Asker,
  input: NewRequest,
): Promise<Request> => {
  const before = input.id === undefined ? undefined : await requestOf(trx, input.id)
  if (before) return sameAsker(before, asker)
  checkType(parts, input)
  checkDecisions(input.type, input.decisions)
  await parts.targets[bareType(input.type)]?.accepts?.(trx)
  const { category, source } = input
  const columns = checkedColumns(category, input.columns)
  const frozen = await frozenOf(parts.sources, asker, category, source)
  await checkRows(trx, source, frozen)
  await checkPrice(parts, trx, asker, input, recordsOf(frozen.rows))
  const id = input.id ?? uuidv7()
  await assertAllowed(trx, asker, actOf(input.type))
  const request = await insertRequest(trx, asker, {
    ...input,
    id,
    columns,
    name: input.name ?? frozen.title ?? countTitle(category, recordsOf(frozen.rows).length),
    own: frozen.own ?? [],
    rows: frozen.rows,
    parentId: null,
  })
  await frozen.onAccepted?.(trx, request.id)
  return request
}

/** Throws `price-changed` with the estimate. */
export const checkPrice = async (
  { now }: Pick<AcceptParts, 'now'>,
  trx: Trx,
  asker: Pick<Asker, 'orgId' | 'userId'>,
  { category, agreed }: Pick<NewRequest, 'category' | 'agreed'>,
  ids: readonly string[],
): Promise<void> => {
  await assertAgreed(trx, asker, await sortByPrice(trx, category, ids), agreed, now())
}

export const insertRequest = async (
  trx: Trx,
  asker: Asker,
  request: Omit<NewRequest, 'source' | 'columns' | 'id' | 'name'> & {
    id: string
    name: string
    columns: readonly string[]
    own: readonly string[]
    rows: readonly FrozenRow[]
    parentId: string | null
  },
): Promise<Request> => {
  const { id, rows, category } = request
  const inserted = await trx
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
      decisions: request.decisions ? JSON.stringify(request.decisions) : null,
      mapping_version: mappingVersion(request.type),
      agreed: request.agreed,
      requested: rows.length,
      deadline_at: waitsUntil,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted === undefined) return sameAsker(await requestOf(trx, id), asker)
  await addRows(trx, inserted, rows)
  await enqueue(trx, { orgId: asker.orgId, kind: requestJob, id })
  return inserted
}

/** Only a push has conflicts. */
export const checkDecisions = (type: string, decisions: ConflictDecisions | undefined): void => {
  if (decisions !== undefined && !isPush(type))
    throw invalid('/decisions', 'not-a-push', 'Only pushes to a CRM have conflicts to decide.')
}

export const recordsOf = (rows: readonly Pick<FrozenRow, 'recordId'>[]): string[] => [
  ...new Set(rows.flatMap(({ recordId }) => (recordId === null ? [] : [recordId]))),
]

/** Another member's request under the same id looks as if it did not exist. */
export const sameAsker = (request: Request | undefined, { userId }: Asker): Request => {
  if (request?.user_id === userId) return request
  throw notFound()
}

const checkType = ({ targets }: AcceptParts, { type, source }: NewRequest): void => {
  const fits = isEnrichment(type) === (source.kind === 'upload')
  if (type !== visitsType && Object.hasOwn(targets, bareType(type)) && fits) return
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

/** Throws like a search or a list would. */
export const frozenOf = (
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

/** Refuses too many rows with a message; rows are never silently cut (R5). */
const checkRows = async (trx: Trx, source: RecordSource, { rows }: Frozen): Promise<void> => {
  const { rowsPerRequest: max, plan } = await entitlementsOf(trx)
  const n = recordsOf(rows).length
  if (n > max)
    throw invalid(
      pointerOf[source.kind],
      'too-many',
      `You chose ${n.toLocaleString('en-AU')} records. The limit ${max < maxRows ? `of the ${plan} plan ` : ''}is ${max.toLocaleString('en-AU')} at a time.`,
    )
  if (rows.length === 0)
    throw invalid(pointerOf[source.kind], 'no-records', 'You haven’t chosen any records.')
}

export const invalid = (pointer: string, code: string, detail: string): ProblemError =>
  new ProblemError('invalid-input', detail, { errors: [{ pointer, code, detail }] })

/** Cells of an upload may have millions of characters, of which one statement takes many times the memory. */
const maxCharacters = 1_000_000

const addRows = async (trx: Trx, request: Request, rows: readonly FrozenRow[]): Promise<void> => {
  let from = 0
  let characters = 0
  for (const [at, { own = [] }] of rows.entries()) {
    for (const cell of own) characters += cell.length
    if (characters < maxCharacters) continue
    await addSome(trx, request, rows.slice(from, at + 1), from)
    from = at + 1
    characters = 0
  }
  await addSome(trx, request, rows.slice(from), from)
}

const addSome = async (
  trx: Trx,
  request: Request,
  rows: readonly FrozenRow[],
  before: number,
): Promise<void> => {
  const name =
    request.category === 'company'
      ? sql`(select name from company where id = wanted.record_id)`
      : sql`(select doc->>'name' from person where id = wanted.record_id)`
  await sql`
    insert into request_row (org_id, request_id, row, record_id, name, own, outcome, reason)
    select ${request.org_id}, ${request.id}::uuid, wanted.row, wanted.record_id, coalesce(${name}, wanted.name, ''),
      wanted.own::jsonb, case when wanted.record_id is null then 'unmatched' end, wanted.reason
    from unnest(${rows.map((_, index) => before + index + 1)}::int[], ${rows.map(({ recordId }) => recordId)}::uuid[],
      ${rows.map(({ own }) => (own === undefined ? null : JSON.stringify(own)))}::text[],
      ${rows.map(({ reason }) => reason ?? null)}::text[],
      ${rows.map((row) => row.name ?? null)}::text[]) as wanted (row, record_id, own, reason, name)`.execute(
    trx,
  )
}
