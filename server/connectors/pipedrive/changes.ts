import * as z from 'zod/mini'
import type { Api, Changes, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import { candidateOf, keyCodes } from './candidates.ts'
import { readPage, secondsOf } from './pages.ts'
import { ownField, type Schemas } from './schema.ts'
import { CrmRecord, pathOf } from './shapes.ts'

/** A page of records in the order of their updates. Deleted records do not show: only `read` finds them. */
export const readChanges = async (
  calls: Calls,
  schemas: Schemas,
  api: Api,
  object: ObjectKind,
  cursor: string | null,
  now: number,
): Promise<Changes> => {
  const pass = parseCursor(cursor)
  const schema = await schemas.read(api, object, [ownField])
  const page = await readPage(
    calls,
    api,
    `v2/${pathOf(object)}`,
    {
      sort_by: 'update_time',
      sort_direction: 'asc',
      updated_since: pass.since,
      cursor: pass.page,
      custom_fields: keyCodes(schema, object).join(',') || null,
    },
    CrmRecord,
  )
  const fresh = page.items.filter((record) => !pass.seen.includes(versionOf(record)))
  const next = {
    ...pass,
    page: page.next,
    recent: recentOf([...pass.recent, ...page.items.map(timed)]),
  }
  return {
    records: fresh
      .filter(({ is_deleted: isDeleted }) => isDeleted !== true)
      .map((record) => candidateOf(api.grant, object, schema, record)),
    deleted: fresh
      .filter(({ is_deleted: isDeleted }) => isDeleted === true)
      .map(({ id }) => ({ id: String(id) })),
    next: JSON.stringify(page.next === null ? endOf(next, now) : next),
    isLast: page.next === null,
  }
}

/** Longer than an update takes to become visible after the time that it bears. */
const overlapMs = 60_000
/** A larger overlap, of an import say, is answered twice. */
const maxSeen = 1_000

const Timed = z.object({ version: z.string(), at: z.number() })
type Timed = z.infer<typeof Timed>

/** `seen`: versions in the overlap that were answered before. `recent`: the newest of this pass. */
const Cursor = z.object({
  since: z.nullable(z.string()),
  page: z.nullable(z.string()),
  seen: z.array(z.string()),
  recent: z.array(Timed),
  /** When the pass before ended, ms since 1970. */
  endedAt: z.number(),
})
type Cursor = z.infer<typeof Cursor>

const parseCursor = (cursor: string | null): Cursor =>
  cursor === null
    ? { since: null, page: null, seen: [], recent: [], endedAt: 0 }
    : z.parse(Cursor, JSON.parse(cursor))

const versionOf = ({ id, update_time: time }: CrmRecord): string => `${id} ${time ?? ''}`

const timed = (record: CrmRecord): Timed => ({
  version: versionOf(record),
  at: Date.parse(record.update_time ?? '') || 0,
})

const recentOf = (versions: readonly Timed[]): Timed[] => {
  const newest = versions.reduce((latest, { at }) => Math.max(latest, at), 0)
  return versions.filter(({ at }) => at >= newest - overlapMs).slice(-maxSeen)
}

/** After a pass that found nothing new a while later, the next one begins behind the newest record. */
const endOf = ({ since, seen, recent, endedAt }: Cursor, now: number): Cursor => {
  const newest = recent.reduce((latest, { at }) => Math.max(latest, at), 0)
  if (newest === 0) return { since, page: null, seen, recent: [], endedAt: now }
  const isQuiet = now - endedAt > overlapMs && recent.every(({ version }) => seen.includes(version))
  return {
    since: secondsOf(isQuiet ? newest + 1_000 : newest - overlapMs),
    page: null,
    seen: isQuiet ? [] : recent.map(({ version }) => version),
    recent: [],
    endedAt: now,
  }
}
