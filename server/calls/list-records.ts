import * as z from 'zod/mini'
import type { EndpointOutput, EndpointParsedInput } from '../../contract/core/endpoint.ts'
import { deepest, tidyCriteria } from '../../contract/search/criteria.ts'
import type { listsEndpoints } from '../../contract/saved-work/lists.ts'
import type { RecordView } from '../../contract/records/records.ts'
import { companyViews, personViews } from '../records/views.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import type { Item } from '../saved-work/items.ts'
import { buildListQuery, recordsOf } from '../saved-work/list-records.ts'
import { checkCriteria, checkPage } from '../search/check.ts'
import { optionsToCount } from '../search/options-to-count.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

type ListRecordsEndpoint = typeof listsEndpoints.listRecords
type Ids = typeof listsEndpoints.listIds
type Counts = typeof listsEndpoints.listCounts

/** Records read beyond a page, so that paging survives small changes of the order. */
const slack = 200

export const pageOfList = async (
  resolver: QueryResolver,
  context: Context,
  item: Item,
  input: EndpointParsedInput<ListRecordsEndpoint>,
): Promise<EndpointOutput<ListRecordsEndpoint>> => {
  const { category } = item
  const { size, sorting } = input
  const criteria = tidyCriteria(input)
  checkCriteria(criteria, category)
  const { at, after } =
    input.cursor === undefined ? { at: input.from ?? 0, after: null } : readCursor(input.cursor)
  const deep = input.cursor === undefined ? at : Math.min(at, deepest - size)
  checkPage({ from: deep, size, sorting }, criteria, category)
  const query = await buildListQuery(resolver, context, item, criteria)
  const from = Math.max(0, at - slack)
  const found = await resolver.ids(
    { ...query, sorting, from, size: Math.min(deepest, at + size) - from },
    context,
  )
  const afterIndex = after === null ? -1 : found.ids.indexOf(after)
  const first = afterIndex === -1 ? at - from : afterIndex + 1
  const ids = found.ids.slice(first, first + size)
  const records = await context.inOrg((trx): Promise<RecordView[]> =>
    category === 'company'
      ? companyViews(trx, ids, context.userId)
      : personViews(trx, ids, context.userId),
  )
  const next = from + first + ids.length
  const last = ids.at(-1)
  return {
    success: true,
    total: found.total,
    records,
    cursor:
      last === undefined || next >= Math.min(found.total, deepest) ? null : writeCursor(next, last),
  }
}

export const firstOfList = async (
  resolver: QueryResolver,
  context: Context,
  item: Item,
  input: EndpointParsedInput<Ids>,
): Promise<EndpointOutput<Ids>> => {
  const { category } = item
  const { first: size, sorting } = input
  const criteria = tidyCriteria(input)
  checkCriteria(criteria, category)
  checkPage({ from: 0, size, sorting }, criteria, category)
  return resolver.ids(
    { ...(await buildListQuery(resolver, context, item, criteria)), sorting, size },
    context,
  )
}

export const countsOfList = async (
  resolver: QueryResolver,
  context: Context,
  item: Item,
  input: EndpointParsedInput<Counts>,
): Promise<EndpointOutput<Counts>> => {
  const { category } = item
  const criteria = tidyCriteria(input)
  checkCriteria(criteria, category)
  const counted = optionsToCount(input, category)
  // Always within the list: options are counted on top of it.
  const within = await recordsOf(resolver, context, item)
  const withSuppressed = item.kind === 'suppression'
  return resolver.counts({ category, criteria, counted, within, withSuppressed }, context)
}

type Cursor = { at: number; after: string | null }
const Written = z.tuple([z.int().check(z.minimum(0), z.maximum(deepest)), z.string()])

const writeCursor = (at: number, after: string): string =>
  Buffer.from(JSON.stringify([at, after])).toString('base64url')

const readCursor = (cursor: string): Cursor => {
  try {
    const [at, after] = z.parse(Written, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at, after }
  } catch {
    throw new ProblemError('invalid-input', 'We can’t find this page.', {
      errors: [{ pointer: '/cursor', code: 'unknown-cursor', detail: 'We can’t find this page.' }],
    })
  }
}
