import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { withoutStepBack } from './lifecycle.ts'
import { byId, byProperty } from './lookup.ts'
import { objects, type ObjectName } from './objects.ts'
import { invalid, notEmulated, notFound, objectOf, refuseUnknown, textOf } from './refusals.ts'
import { checkedValues, checkRequired, checkUnique, type Values } from './values.ts'

export type Act = 'create' | 'update' | 'upsert'

export type Row = {
  /** The caller's name for it. */
  trace: string | undefined
  id: string
  idProperty: string | undefined
  properties: Record<string, unknown>
}

/** What a row would do. */
export type Plan = { record: StoredRecord | undefined; values: Values }

export const rowOf = (act: Act, input: Record<string, unknown>): Row => {
  const { objectWriteTraceId, id, idProperty, properties, ...others } = input
  const { associations, ...unknown } = others
  refuseUnknown(unknown, [])
  if (Array.isArray(associations) && associations.length > 0) throw notEmulated('associations')
  if (act === 'create' && (id !== undefined || idProperty !== undefined))
    throw notEmulated('an id in a create')
  if (act !== 'create' && textOf(id) === '') throw invalid('Invalid input JSON: id is missing')
  return {
    trace: objectWriteTraceId === undefined ? undefined : textOf(objectWriteTraceId),
    id: textOf(id),
    idProperty: idProperty === undefined ? undefined : textOf(idProperty),
    properties: objectOf(properties),
  }
}

/** Throws what HubSpot refuses the row with. */
export const planRow = (world: CrmWorld, object: ObjectName, act: Act, row: Row): Plan => {
  const record = recordOf(world, object, act, row)
  const values = checkedValues(world, object, {
    ...row.properties,
    ...(act === 'upsert' && row.idProperty !== undefined && { [row.idProperty]: row.id }),
  })
  if (!record) checkRequired(world, object, values)
  checkUnique(world, object, values, record)
  return { record, values: withoutStepBack(world, record, values) }
}

export const commitPlan = (
  world: CrmWorld,
  object: ObjectName,
  { record, values }: Plan,
): StoredRecord =>
  record ? world.store.update(record.id, values) : world.store.create(object, values, 'api')

const recordOf = (
  world: CrmWorld,
  object: ObjectName,
  act: Act,
  { id, idProperty }: Row,
): StoredRecord | undefined => {
  if (act === 'create') return undefined
  if (act === 'upsert') {
    // Not for parts of a record, as HubSpot warns.
    if (idProperty === undefined || idProperty === 'email')
      throw notEmulated(`upsert by ${idProperty ?? 'id'}`)
    return byProperty(world, object, idProperty, id)
  }
  const record =
    idProperty === undefined ? byId(world, object, id) : byProperty(world, object, idProperty, id)
  if (!record) throw notFound(objects[object].label, [id])
  return record
}
