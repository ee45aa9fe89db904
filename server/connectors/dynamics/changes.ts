import * as z from 'zod/mini'
import type { Api, Changes, ObjectKind } from '../port.ts'
import { ReadRefused, type Calls } from './calls.ts'
import { candidateOf, candidateSelect, idOf, Page, Row } from './candidates.ts'
import type { Attributes, Schema } from './schema.ts'
import { tables } from './tables.ts'

/**
 * A page of changes by Dataverse's change tracking. A table without it is read by the time of its changes, which names no deleted
 * records. A position older than Dataverse remembers, a week as a rule, begins a full pass.
 */
export const readChanges = async (
  calls: Calls,
  schema: Schema,
  api: Api,
  object: ObjectKind,
  cursor: string | null,
): Promise<Changes> => {
  const attributes = await schema.attributes(api, object)
  const read = (position: Cursor): Promise<Changes> =>
    readPage(calls, api, object, attributes, position)
  const begin = async (): Promise<Changes> => {
    try {
      return await read({ by: 'tracking', link: null })
    } catch (cause) {
      if (!isRefused(cause)) throw cause
      return read({ by: 'time', since: null, link: null, latest: null })
    }
  }
  if (cursor === null) return begin()
  const position = z.parse(Cursor, JSON.parse(cursor))
  // The environment was renamed.
  if (position.link !== null && !position.link.startsWith(`${api.grant.baseUrl}/`)) return begin()
  try {
    return await read(position)
  } catch (cause) {
    if (!isRefused(cause)) throw cause
    return begin()
  }
}

const isRefused = (cause: unknown): boolean =>
  cause instanceof ReadRefused && (cause.status === 400 || cause.status === 410)

const Cursor = z.discriminatedUnion('by', [
  z.object({ by: z.literal('tracking'), link: z.nullable(z.string()) }),
  z.object({
    by: z.literal('time'),
    since: z.nullable(z.string()),
    /** The next page of this pass. */
    link: z.nullable(z.string()),
    /** The newest change of this pass. */
    latest: z.nullable(z.string()),
  }),
])
type Cursor = z.infer<typeof Cursor>

const pageSize = 500
/** Longer than a change takes to become visible after the time that it bears. */
const overlapMs = 120_000

const readPage = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  attributes: Attributes,
  cursor: Cursor,
): Promise<Changes> => {
  const { set } = tables[object]
  const select = [...candidateSelect(attributes, object), 'modifiedon'].join(',')
  const query =
    cursor.by === 'time'
      ? `&$orderby=modifiedon asc${cursor.since === null ? '' : `&$filter=modifiedon ge ${cursor.since}`}`
      : ''
  const path = cursor.link ?? `/${set}?$select=${select}${query.replaceAll(' ', '%20')}`
  const page = await calls.get(api, path, Page, {
    prefer: [
      ...(cursor.by === 'tracking' ? ['odata.track-changes'] : []),
      `odata.maxpagesize=${pageSize}`,
    ],
  })
  const records: Changes['records'][number][] = []
  const deleted: Changes['deleted'][number][] = []
  for (const each of page.value) {
    const removed = Removed.safeParse(each)
    const row = Row.parse(each)
    if (removed.success) deleted.push({ id: removed.data.id.toLowerCase() })
    else if (row.merged === true)
      deleted.push({ id: idOf(object, row), into: row._masterid_value?.toLowerCase() })
    else records.push(candidateOf(api.grant, attributes, object, row))
  }
  const nextLink = page['@odata.nextLink'] ?? null
  const next = nextOf(cursor, nextLink, page['@odata.deltaLink'] ?? null, page.value)
  return { records, deleted, next: JSON.stringify(next), isLast: nextLink === null }
}

const Removed = z.object({ id: z.string(), reason: z.string() })
const Dated = z.object({ modifiedon: z.string() })

const nextOf = (
  cursor: Cursor,
  nextLink: string | null,
  deltaLink: string | null,
  rows: readonly unknown[],
): Cursor => {
  if (cursor.by === 'tracking') {
    const link = nextLink ?? deltaLink
    return link === null
      ? { by: 'time', since: null, link: null, latest: null }
      : { by: 'tracking', link }
  }
  const last = Dated.safeParse(rows.at(-1))
  const latest = last.success ? last.data.modifiedon : cursor.latest
  if (nextLink !== null) return { ...cursor, link: nextLink, latest }
  const since = latest === null ? cursor.since : overlapping(latest)
  return { by: 'time', since, link: null, latest: null }
}

const overlapping = (time: string): string => new Date(Date.parse(time) - overlapMs).toISOString()
