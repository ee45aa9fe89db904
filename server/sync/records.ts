import { sql, type RawBuilder, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { EndpointOutput, EndpointParsedInput } from '../../contract/core/endpoint.ts'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import type { Category, PersonView } from '../../contract/records/records.ts'
import { maxPinned } from '../../contract/saved-work/item.ts'
import { idsChecksum, type syncEndpoints } from '../../contract/sync.ts'
import { numbersIn } from '../do-not-call/do-not-call.ts'
import { companiesByIds } from '../records/store.ts'
import { companyViews, personViews } from '../records/views.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { seenItem, type Item } from '../saved-work/items.ts'
import { recordsOf } from '../saved-work/list-records.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { isUuid } from '../../contract/core/ids.ts'
import { findPeopleToAsk } from './people-to-ask.ts'

type Trx = Transaction<Tables>
type RecordsEndpoint = typeof syncEndpoints.syncRecords
type Input = EndpointParsedInput<RecordsEndpoint>
type Output = EndpointOutput<RecordsEndpoint>

const maxIds = 100

/** Page by page, only what changed, or by ids; see `contract/sync.ts`. */
export const recordsForDevice = async (
  resolver: QueryResolver,
  context: Context,
  input: Input,
): Promise<Output> => {
  const { list } = input
  if (list !== undefined && input.ids === undefined)
    return ofList(resolver, context, { ...input, list })
  if (list === undefined && input.ids !== undefined && input.category !== undefined)
    return ofIds(resolver, context, input.category, idsIn(input.ids))
  throw wrong('', 'Ask for a list, or for ids and their category.')
}

const ofList = async (
  resolver: QueryResolver,
  context: Context,
  input: Input & { list: string },
): Promise<Output> => {
  const item = await context.inOrg((trx) => seenItem(trx, context, input.list))
  const { category } = item
  const since = input.since === undefined ? null : readAsOf(input.since)
  const asOf = await context.inOrg(present)
  const { total, ids } = await pinned(resolver, context, item)
  const checksum = idsChecksum(ids)
  const wanted = since ? await context.inOrg((trx) => changedOf(trx, category, ids, since)) : ids
  const after = input.cursor ?? ''
  const left = wanted.filter((id) => id > after).toSorted()
  const page = left.slice(0, input.limit)
  const first = input.cursor === undefined
  return {
    ...(await read(resolver, context, category, page)),
    category,
    total,
    checksum,
    asOf: writeAsOf(asOf),
    ids: since && first && checksum !== input.checksum ? ids : null,
    cursor: left.length > page.length ? (page.at(-1) ?? null) : null,
  }
}

const ofIds = async (
  resolver: QueryResolver,
  context: Context,
  category: Category,
  ids: readonly string[],
): Promise<Output> => ({
  ...(await read(resolver, context, category, ids)),
  category,
  total: ids.length,
  checksum: idsChecksum(ids),
  asOf: writeAsOf(await context.inOrg(present)),
  ids: null,
  cursor: null,
})

/** The first 5,000 in the category's own order, and how many there are. */
const pinned = async (
  resolver: QueryResolver,
  context: Context,
  item: Item,
): Promise<{ total: number; ids: string[] }> => {
  const { category, kind, content } = item
  const query =
    kind === 'dynamic'
      ? { criteria: content }
      : {
          criteria: emptyCriteria,
          within: await recordsOf(resolver, context, item),
          withSuppressed: kind === 'suppression',
        }
  return resolver.ids({ ...query, category, size: maxPinned }, context)
}

const read = async (
  resolver: QueryResolver,
  context: Context,
  category: Category,
  ids: readonly string[],
): Promise<Pick<Output, 'records' | 'employers' | 'people'>> => {
  const { inOrg, userId } = context
  if (category === 'company') {
    const toAsk = await findPeopleToAsk(resolver, context, ids)
    return inOrg(async (trx) => ({
      records: await companyViews(trx, ids, userId),
      employers: [],
      people: inOrder(toAsk, await personViews(trx, toAsk, userId)),
    }))
  }
  return inOrg(async (trx) => {
    const records = await personViews(trx, ids, userId)
    const companies = new Set(records.map((person) => person.company_id))
    return { records, employers: await companiesByIds(trx, [...companies]) }
  })
}

const inOrder = (ids: readonly string[], views: readonly PersonView[]): PersonView[] => {
  const byId = new Map(views.map((view) => [view.id, view]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Unlocks have no tick, so `at` is ms since 1970. */
type AsOf = { seq: string; at: number }

const present = async (trx: Trx): Promise<AsOf> => {
  const { rows } = await sql<{ seq: string; at: string }>`
    select seq, (extract(epoch from now()) * 1000)::bigint as at from record_clock`.execute(trx)
  return { seq: rows[0]?.seq ?? '0', at: Number(rows[0]?.at ?? 0) }
}

/** A transaction may be open this long before it commits; reading a change twice is harmless. */
const overlapMs = 60_000

const changedOf = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
  { seq, at }: AsOf,
): Promise<string[]> => {
  const among = sql`id = any(${[...ids]}::uuid[])`
  const since = sql`to_timestamp(${(at - overlapMs) / 1000}::double precision)`
  const unlockedSince = sql`at > ${since}`
  const changed =
    category === 'company'
      ? sql`select id from company where ${among} and seq > ${seq}::bigint
          union select company_id from person
            where company_id = any(${[...ids]}::uuid[]) and seq > ${seq}::bigint
          union select p.company_id from unlock u join person p on p.id = u.record_id
            where u.category = 'people' and p.company_id = any(${[...ids]}::uuid[]) and ${unlockedSince}`
      : sql`select p.id from person p left join company c on c.id = p.company_id
          where p.${among} and (p.seq > ${seq}::bigint or c.seq > ${seq}::bigint)`
  const { rows } = await sql<{ id: string }>`
    ${changed} union
    select record_id from unlock where category = ${category}
      and record_id = any(${[...ids]}::uuid[]) and ${unlockedSince}
    union
    select record_id from crm_link where record_id = any(${[...ids]}::uuid[])
      and greatest(linked_at, deleted_at) > ${since}`.execute(trx)
  return [...new Set([...rows, ...(await washedSince(trx, category, ids, at))].map(({ id }) => id))]
}

/** Records with new facts about visible numbers in the Do Not Call Register; companies also for those of their unlocked people. */
const washedSince = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
  at: number,
): Promise<{ id: string }[]> => {
  const since = sql`to_timestamp(${(at - overlapMs) / 1000}::double precision)`
  const news = (of: RawBuilder<unknown>) => sql`
    select from dnc_number where updated_at > ${since} ${of}
    union all select from listed_number where updated_at > ${since} ${of}`
  const { rows: any } = await sql`${news(sql``)} limit 1`.execute(trx)
  if (any.length === 0) return []
  const among = sql`= any(${[...ids]}::uuid[])`
  const anyOf = (keys: RawBuilder<unknown>) => sql`exists (
    select from unnest(${keys}) as known (phone)
    cross join lateral (${news(sql`and number = known.phone`)}) as n)`
  const ofPeople = sql`unlocked_contact u join person p on p.id = u.id where ${anyOf(
    sql`array[phone_key(u.contact->>'mobile'), phone_key(u.contact->>'direct_phone')]`,
  )}`
  const { rows } = await (
    category === 'people'
      ? sql<{ id: string }>`select u.id from ${ofPeople} and u.id ${among}`
      : sql<{ id: string }>`
          select p.company_id as id from ${ofPeople} and p.company_id ${among}
          union select id from company where id ${among} and ${anyOf(
            sql`array(select phone_key(number) from unnest(${numbersIn('company.doc')}) as own (number))`,
          )}`
  ).execute(trx)
  return rows
}

const AsOfWritten = z.tuple([
  z.string().check(z.regex(/^\d{1,18}$/)),
  z.int().check(z.minimum(0), z.maximum(8e15)),
])

const writeAsOf = ({ seq, at }: AsOf): string =>
  Buffer.from(JSON.stringify([seq, at])).toString('base64url')

const readAsOf = (text: string): AsOf => {
  try {
    const written = z.parse(AsOfWritten, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { seq: written[0], at: written[1] }
  } catch {
    throw wrong('/since', 'Send the asOf of an earlier response.')
  }
}

const idsIn = (text: string): string[] => {
  const ids = text.split(',')
  if (ids.length > maxIds || !ids.every((id) => isUuid(id)))
    throw wrong('/ids', `Up to ${maxIds} ids, separated by commas.`)
  return ids
}

const wrong = (pointer: string, detail: string): ProblemError =>
  new ProblemError('invalid-input', detail, {
    errors: [{ pointer, code: 'invalid', detail }],
  })
