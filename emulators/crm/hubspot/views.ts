import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { objects, type ObjectName } from './objects.ts'

/** A property of a version of a record, also those that HubSpot fills in. `at` is the version's moment, ms since 1970. */
export const valueOf = (
  object: ObjectName,
  { id, createdAt }: StoredRecord,
  values: Readonly<Record<string, unknown>>,
  at: number,
  name: string,
): unknown => {
  if (name === 'hs_object_id') return id
  if (name === 'createdate') return timeOf(createdAt)
  return name === objects[object].changedAt ? timeOf(at) : (values[name] ?? null)
}

export const recordView = (
  world: CrmWorld,
  object: ObjectName,
  record: StoredRecord,
  wanted: readonly string[],
): object => versionView(world, object, record, wanted, record.values, record.updatedAt)

/** A property that the account does not have is left out. */
export const versionView = (
  world: CrmWorld,
  object: ObjectName,
  record: StoredRecord,
  wanted: readonly string[],
  values: Readonly<Record<string, unknown>>,
  at: number,
): object => {
  const { changedAt, shown } = objects[object]
  const names = [
    'hs_object_id',
    'createdate',
    changedAt,
    ...(wanted.length > 0 ? wanted : shown).filter((name) => world.field(object, name)),
  ]
  return {
    id: record.id,
    properties: Object.fromEntries(
      names.map((name) => [name, valueOf(object, record, values, at, name)]),
    ),
    createdAt: timeOf(record.createdAt),
    updatedAt: timeOf(at),
    archived: record.isDeleted,
    ...(record.isDeleted && { archivedAt: timeOf(record.updatedAt) }),
  }
}

export const timeOf = (at: number): string => new Date(at).toISOString()

/** In no order that a caller could lean on. */
export const batchAnswer = (
  world: CrmWorld,
  status: number,
  results: readonly object[],
  errors: readonly object[],
): { status: number; body: object } => ({
  status: errors.length > 0 ? 207 : status,
  body: {
    status: 'COMPLETE',
    results: results.toReversed(),
    ...(errors.length > 0 && { numErrors: errors.length, errors }),
    startedAt: timeOf(world.now()),
    completedAt: timeOf(world.now()),
  },
})
