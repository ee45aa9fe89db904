import * as z from 'zod/mini'
import { Unreadable } from '../errors.ts'
import type { Api, Changes, ObjectKind } from '../port.ts'
import type { Calls, Row } from './calls.ts'
import { candidateFields, candidateOf, textOf } from './candidates.ts'
import { readKeyFields } from './fields.ts'
import { followMerges, isLive } from './merges.ts'
import { sObjectOf } from './objects.ts'
import { quote, timeOf } from './soql.ts'

/**
 * A page of records in the order of their changes, deleted and merged ones among them for as long as the recycle bin has them (about 15
 * days). It continues after the last record instead of at a page number, so that changes meanwhile neither shift nor hide any.
 */
export const readChanges = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  cursor: string | null,
): Promise<Changes> => {
  const { since, after } = parseCursor(cursor)
  const keyFields = await readKeyFields(calls, api, object)
  const fields = [
    ...candidateFields(object, keyFields),
    'SystemModstamp',
    'IsDeleted',
    'MasterRecordId',
    ...(object === 'lead' ? ['IsConverted'] : []),
  ]
  const { rows, at } = await calls.queryAt(
    api,
    `SELECT ${fields.join(', ')} FROM ${sObjectOf(object)} ` +
      `WHERE SystemModstamp > ${since} OR (SystemModstamp = ${since} AND Id > ${quote(after)}) ` +
      `ORDER BY SystemModstamp, Id LIMIT ${perPage}`,
    'deleted too',
  )
  const deleted = rows.filter((row) => !isLive(row)).map((row) => [textOf(row['Id']), row] as const)
  const ends = await followMerges(calls, api, object, new Map(deleted))
  const last = rows.at(-1)
  const isLast = rows.length < perPage
  return {
    records: rows
      .filter(isLive)
      .map((row) => candidateOf(row, object, keyFields, api.grant.baseUrl)),
    deleted: [...ends].map(([id, { into }]) => ({ id, into })),
    next: JSON.stringify(nextCursor({ since, after }, last, isLast ? at : 'full page')),
    isLast,
  }
}

const perPage = 2_000

/** A change shows when its transaction ends, which is seldom more than a minute after the time that it bears. */
const overlapMs = 300_000

const Cursor = z.object({
  since: z.string().check(z.regex(/^[0-9TZ:.-]{1,40}$/)),
  after: z.string(),
})
type Cursor = z.infer<typeof Cursor>

/** When a page that is not full was read, if known. */
type End = number | null | 'full page'

/** Less than every id. */
const noId = '000000000000000AAA'

const parseCursor = (cursor: string | null): Cursor =>
  cursor === null ? { since: timeOf(0), after: noId } : z.parse(Cursor, JSON.parse(cursor))

/** A page that is not full has all changes up to its time. Without that, the last change is taken for it. */
const nextCursor = (cursor: Cursor, last: Row | undefined, end: End): Cursor => {
  const reached = last
    ? { since: timeOf(parseTime(last['SystemModstamp'])), after: textOf(last['Id']) }
    : cursor
  if (end === 'full page' || (end === null && reached.after === noId)) return reached
  return { since: timeOf(Math.max(0, (end ?? Date.parse(reached.since)) - overlapMs)), after: noId }
}

/** Salesforce writes +0000 as the zone. */
const parseTime = (value: unknown): number => {
  const at = Date.parse(textOf(value).replace(/\+0000$/, 'Z'))
  if (Number.isNaN(at)) throw new Unreadable('A record of Salesforce has no time.')
  return at
}
