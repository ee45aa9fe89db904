import * as z from 'zod/mini'
import { localDayOf } from '../../contract/core/days.ts'
import { Id } from '../../contract/saved-work/item.ts'
import { entityOfKind, isBackground, itemTables } from './entities/entities.ts'
import { deviceDatabase } from './names.ts'
import { editTables, recompute, type Local } from './outbox.ts'
import { schema, type Entry } from './rows.ts'

export type UnsentFile = { name: string; text: string; changes: number }

/**
 * All that is unsent on this device as one file. An edit in it counts as tried, because the other device may send it: later edits of
 * the same item stay apart.
 */
export const saveUnsent = async (local: Local, orgId: string): Promise<UnsentFile> => {
  const [entries, conflicts] = await local.device.write(['outbox', 'conflicts'], async (tables) => {
    await tables.outbox
      .filter(({ state, attempts }) => state === 'waiting' && attempts === 0)
      .modify((entry) => {
        entry.attempts = 1
      })
    return Promise.all([tables.outbox.orderBy('seq').toArray(), tables.conflicts.toArray()])
  })
  const work = JSON.stringify({
    owner: { userId: local.device.userId, orgId },
    entries: entries.map(({ seq: _seq, request: _request, ...entry }) => ({
      ...entry,
      state: entry.state === 'parked' ? 'parked' : 'waiting',
      nextAt: 0,
      since: 0,
    })),
    conflicts,
  })
  const file = { format, version: schema, checksum: await checksumOf(work), work }
  return {
    name: `fieldbook-unsent-${localDayOf(local.now())}.json`,
    text: JSON.stringify(file),
    changes: countChanges({ entries, conflicts }),
  }
}

export type Restored =
  | { is: 'added'; added: number; known: number }
  | { is: 'no-file' | 'damaged' | 'newer' | 'other-person' | 'other-company' }

/** Adds what such a file holds to this device, each entry once under its own key. Nothing is added from a file that is refused. */
export const addUnsent = async (local: Local, text: string): Promise<Restored> => {
  const file = parse(UnsentShape, text)
  if (file === null) return { is: text.includes(format) ? 'damaged' : 'no-file' }
  if (file.version > schema) return { is: 'newer' }
  if (file.checksum !== (await checksumOf(file.work))) return { is: 'damaged' }
  const work = parse(Work, file.work)
  if (work === null) return { is: 'damaged' }
  const { userId, orgId } = work.owner
  if (userId !== local.device.userId) return { is: 'other-person' }
  if (deviceDatabase(userId, orgId) !== local.device.name) return { is: 'other-company' }
  if (work.entries.some(({ kind }) => entityOfKind(kind) === undefined)) return { is: 'newer' }
  return { is: 'added', ...(await add(local, work)) }
}

const add = (
  { device }: Local,
  { entries, conflicts }: z.infer<typeof Work>,
): Promise<{ added: number; known: number }> =>
  device.write([...editTables, 'sent'], async (tables) => {
    let added = 0
    for (const entry of entries) {
      const known =
        (await tables.sent.get(entry.id)) ?? (await tables.outbox.where({ id: entry.id }).first())
      if (known !== undefined) continue
      // `Work` checked what the outbox reads; it builds the request again.
      const next = { ...entry, request: null } as Omit<Entry, 'seq'>
      await tables.outbox.add(next)
      await recompute(tables, next)
      if (!isBackground(next.kind)) added += 1
    }
    for (const conflict of conflicts) {
      if (await tables.conflicts.get(conflict.id)) continue
      await tables.conflicts.put(conflict)
      added += 1
    }
    return { added, known: countChanges({ entries, conflicts }) - added }
  })

const countChanges = (all: {
  entries: readonly Pick<Entry, 'kind'>[]
  conflicts: readonly unknown[]
}): number => all.entries.filter(({ kind }) => !isBackground(kind)).length + all.conflicts.length

const format = 'fieldbook-unsent-work'

const UnsentShape = z.object({
  format: z.literal(format),
  version: z.int(),
  checksum: z.string(),
  work: z.string(),
})

const Fields = z.record(z.string(), z.unknown())
const Table = z.enum(itemTables)

const Effect = z.discriminatedUnion('do', [
  z.object({ do: z.literal('create'), value: Fields }),
  z.object({ do: z.literal('change'), fields: Fields, before: Fields }),
  z.object({ do: z.literal('remove') }),
  z.object({ do: z.literal('members'), add: z.array(z.string()), take: z.array(z.string()) }),
  z.object({ do: z.literal('ask') }),
])

const Work = z.object({
  owner: z.object({ userId: z.string(), orgId: z.string() }),
  entries: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      entity: z.string(),
      table: z.nullable(Table),
      item: z.string(),
      effect: Effect,
      extra: Fields,
      base: z.nullable(z.int()),
      at: z.number(),
      attempts: z.int(),
      failures: z.int(),
      nextAt: z.literal(0),
      state: z.enum(['waiting', 'parked']),
      since: z.literal(0),
      problem: z.nullable(Fields),
      estimate: z.nullable(z.int()),
      schema: z.literal(schema),
    }),
  ),
  conflicts: z.array(
    z.object({
      id: Id,
      kind: z.enum(['field', 'gone']),
      entity: z.string(),
      table: Table,
      item: z.string(),
      field: z.nullable(z.string()),
      yours: z.unknown(),
      theirs: z.unknown(),
      by: z.nullable(z.string()),
      at: z.number(),
      mine: z.nullable(Fields),
      schema: z.literal(schema),
    }),
  ),
})

/** Null for a text that is not JSON, or of another shape. */
const parse = <Schema extends z.core.$ZodType>(
  shape: Schema,
  text: string,
): z.infer<Schema> | null => {
  try {
    return z.safeParse(shape, JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** SHA-256, hexadecimal. */
const checksumOf = async (text: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
