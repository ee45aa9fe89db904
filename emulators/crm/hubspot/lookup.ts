import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { objects, type ObjectName } from './objects.ts'
import { invalid } from './refusals.ts'

/** A merged record's id leads to the survivor. */
export const byId = (world: CrmWorld, object: ObjectName, id: string): StoredRecord | undefined => {
  const record = world.store.survivor(id)
  return record && world.store.live(object, record.id)
}

/** By a unique property; `undefined`: by id. Throws for any other. */
export const byProperty = (
  world: CrmWorld,
  object: ObjectName,
  property: string | undefined,
  value: string,
): StoredRecord | undefined => {
  if (property === undefined || property === 'hs_object_id') return byId(world, object, value)
  if (property === 'email' && object === 'contacts') return byEmail(world, value)
  if (world.field(object, property)?.isUnique !== true)
    throw invalid(
      `Unable to perform update/upsert by non-unique ${objects[object].typeId} property '${property}'`,
    )
  return world.store.withValue(object, property, value)[0]
}

/** Also by an address of a contact that was merged into it. */
export const byEmail = (world: CrmWorld, email: string): StoredRecord | undefined =>
  world.store.withValue('contacts', 'email', email)[0] ??
  world.store
    .all('contacts')
    .find(
      ({ isDeleted, values }) =>
        !isDeleted &&
        listOf(values['hs_additional_emails']).some(
          (each) => each.toLowerCase() === email.toLowerCase(),
        ),
    )

/** Values of a list are parted by semicolons. */
export const listOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? value.split(';').filter(Boolean) : []
