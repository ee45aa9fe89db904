import * as z from 'zod/mini'
import type { CallOutput, CallParsed } from '../../contract/core/endpoint.ts'
import { deepest, tidied } from '../../contract/search/criteria.ts'
import type { listsCalls } from '../../contract/saved-work/lists.ts'
import type { RecordView } from '../../contract/records/records.ts'
import { companyViews, personViews } from '../records/views.ts'
import type { Asking } from '../saved-work/resolve-query.ts'
import type { Item } from '../saved-work/items.ts'
import { askedOfList, recordsOf } from '../saved-work/records-of.ts'
import { checkCriteria, checkPage } from '../search/check.ts'
import { countedOptions } from '../search/counted.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

type Call = typeof listsCalls.listRecords
type Ids = typeof listsCalls.listIds
type Counts = typeof listsCalls.listCounts

/** So many places a record may have moved between two pages and the next one still goes on behind it. */
const slack = 200

/** One page of a list's records: those of the list that meet the criteria, in the asked order. */
export const pageOfList = async (
  asking: Asking,
  context: Context,
  item: Item,
  input: CallParsed<Call>,
): Promise<CallOutput<Call>> => {
  const { category } = item
  const { size, sorting } = input
  const criteria = tidied(input)
  checkCriteria(criteria, category)
  const { at, after } =
    input.cursor === undefined ? { at: input.from ?? 0, after: null } : readCursor(input.cursor)
  const deep = input.cursor === undefined ? at : Math.min(at, deepest - size)
  checkPage({ from: deep, size, sorting }, criteria, category)
  const asked = await askedOfList(asking, context, item, criteria)
  const from = Math.max(0, at - slack)
  const found = await asking.ids(
    { ...asked, sorting, from, size: Math.min(deepest, at + size) - from },
    context,
  )
  const place = after === null ? -1 : found.ids.indexOf(after)
  const first = place === -1 ? at - from : place + 1
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

/** The ids of the first so many of a list that meet criteria, in the asked order. */
export const firstOfList = async (
  asking: Asking,
  context: Context,
  item: Item,
  input: CallParsed<Ids>,
): Promise<CallOutput<Ids>> => {
  const { category } = item
  const { first: size, sorting } = input
  const criteria = tidied(input)
  checkCriteria(criteria, category)
  checkPage({ from: 0, size, sorting }, criteria, category)
  return asking.ids(
    { ...(await askedOfList(asking, context, item, criteria)), sorting, size },
    context,
  )
}

/** How many of a list's records meet the criteria, and how many each further option would leave. */
export const countsOfList = async (
  asking: Asking,
  context: Context,
  item: Item,
  input: CallParsed<Counts>,
): Promise<CallOutput<Counts>> => {
  const { category } = item
  const criteria = tidied(input)
  checkCriteria(criteria, category)
  const counted = countedOptions(input, category)
  // Within the list always: an option is to be counted on top of what the list is made of.
  const within = await recordsOf(asking, context, item)
  const withSuppressed = item.kind === 'suppression'
  return asking.counts({ category, criteria, counted, within, withSuppressed }, context)
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
