import * as z from 'zod/mini'
import { Unreadable } from '../errors.ts'
import type { Api, Changes, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import { candidateOf, keyProperties, mergedInto } from './keys.ts'
import { objectOf, RecordPage, version, type HubspotRecord } from './shapes.ts'

/** `since` and `startedAt` are HubSpot's clock, ms since 1970; `after` is HubSpot's own cursor. */
const Cursor = z.object({
  pass: z.enum(['all', 'changed', 'archived']),
  since: z.number(),
  startedAt: z.nullable(z.number()),
  after: z.nullable(z.string()),
})
type Cursor = z.infer<typeof Cursor>

/** A search is behind writes, and clocks differ. */
const overlapMs = 2 * 60_000
/** A search ends here. */
const maxSearchResults = 10_000
const searchSize = 200

/**
 * A full pass lists all records. An increment searches what changed and then lists the archived, which no search shows. Records are
 * named again after a few minutes of overlap.
 */
export const readChanges = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  text: string | null,
): Promise<Changes> => {
  const cursor: Cursor =
    text === null ? { pass: 'all', since: 0, startedAt: null, after: null } : parseCursor(text)
  const { body, at } = await calls.readWithTime(api, callOf(object, cursor), RecordPage)
  const startedAt = cursor.startedAt ?? at
  const after = body.paging?.next?.after ?? null
  const base = { ...cursor, startedAt }
  if (cursor.pass === 'archived') {
    const deleted = body.results
      .filter(({ archivedAt }) => !archivedAt || Date.parse(archivedAt) >= cursor.since)
      .map(({ id }) => ({ id }))
    const next = after === null ? nextIncrement(startedAt) : { ...base, after }
    return { records: [], deleted, next: JSON.stringify(next), isLast: after === null }
  }
  const next =
    after === null
      ? endOf(cursor, startedAt)
      : { ...base, ...continued(object, cursor, body, after) }
  return {
    records: body.results.map((record) => candidateOf(api.grant, object, record)),
    deleted: body.results.flatMap((record) =>
      mergedInto(record).map((id) => ({ id, into: record.id })),
    ),
    next: JSON.stringify(next),
    isLast: after === null && cursor.pass === 'all',
  }
}

const callOf = (
  object: ObjectKind,
  { pass, since, after }: Cursor,
): { path: string; body?: object } => {
  const { path, changedAt } = objectOf(object)
  const base = `/crm/objects/${version}/${path}`
  if (pass === 'changed')
    return {
      path: `${base}/search`,
      body: {
        filterGroups: [
          { filters: [{ propertyName: changedAt, operator: 'GTE', value: String(since) }] },
        ],
        sorts: [{ propertyName: changedAt, direction: 'ASCENDING' }],
        properties: [...keyProperties(object), changedAt],
        limit: searchSize,
        ...(after !== null && { after }),
      },
    }
  const query = new URLSearchParams({
    limit: '100',
    archived: String(pass === 'archived'),
    properties: keyProperties(object).join(','),
    ...(after !== null && { after }),
  })
  return { path: `${base}?${query.toString()}` }
}

const nextIncrement = (startedAt: number): Cursor => ({
  pass: 'changed',
  since: startedAt - overlapMs,
  startedAt: null,
  after: null,
})

const endOf = (cursor: Cursor, startedAt: number): Cursor =>
  cursor.pass === 'all'
    ? nextIncrement(startedAt)
    : { pass: 'archived', since: cursor.since, startedAt, after: null }

/** Past the end of a search it begins again from the last record's change. */
const continued = (
  object: ObjectKind,
  { pass, since }: Cursor,
  { results }: RecordPage,
  after: string,
): Pick<Cursor, 'since' | 'after'> => {
  if (pass === 'all' || Number(after) + searchSize <= maxSearchResults) return { since, after }
  const last = changeOf(object, results.at(-1)) ?? since
  return { since: Math.max(last, since + 1), after: null }
}

const changeOf = (object: ObjectKind, record: HubspotRecord | undefined): number | undefined => {
  const at = Date.parse(record?.properties[objectOf(object).changedAt] ?? record?.updatedAt ?? '')
  return Number.isNaN(at) ? undefined : at
}

const parseCursor = (text: string): Cursor => {
  try {
    return z.parse(Cursor, JSON.parse(text))
  } catch (cause) {
    throw new Unreadable('This is no cursor of HubSpot.', { cause })
  }
}
