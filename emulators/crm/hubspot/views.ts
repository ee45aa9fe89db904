import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { objects, type ObjectName } from './objects.ts'

/** What HubSpot fills in itself. `at` is the moment of the version, ms since 1970. */
export const withSystemValues = (
  object: ObjectName,
  { id, createdAt }: StoredRecord,
  values: Readonly<Record<string, unknown>>,
  at: number,
): Record<string, unknown> => ({
  ...values,
  hs_object_id: id,
  createdate: timeOf(createdAt),
  [objects[object].changedAt]: timeOf(at),
})

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
  const all = withSystemValues(object, record, values, at)
  const { changedAt, shown } = objects[object]
  const names = [
    'hs_object_id',
    'createdate',
    changedAt,
    ...(wanted.length > 0 ? wanted : shown).filter((name) => world.field(object, name)),
  ]
  return {
    id: record.id,
    properties: Object.fromEntries(names.map((name) => [name, all[name] ?? null])),
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
