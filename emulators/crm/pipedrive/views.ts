import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { textOf, timeOf } from './lists.ts'

/** A record as API v2 answers it; `codes` limits the own fields. */
export const recordView = (
  { state }: CrmWorld,
  record: StoredRecord,
  codes?: readonly string[],
): object => {
  const { id, object, values, createdAt, updatedAt, isDeleted } = record
  const fields = state.fields[object] ?? []
  const standard = fields.filter(({ isOwn, more }) => !isOwn && more['isOptional'] !== true)
  const own = fields.filter(({ isOwn, name }) => isOwn && (codes?.includes(name) ?? true))
  const valueOf = ({ name }: { name: string }) => [name, values[name] ?? null]
  const name = textOf(values['name'])
  return {
    ...Object.fromEntries(standard.map(valueOf)),
    id: Number(id),
    add_time: timeOf(createdAt),
    update_time: timeOf(updatedAt),
    is_deleted: isDeleted,
    label_ids: [],
    ...(object === 'person' && {
      first_name: name.split(' ')[0] ?? null,
      last_name: name.split(' ').slice(1).join(' ') || null,
      emails: values['emails'] ?? [],
      phones: values['phones'] ?? [],
    }),
    custom_fields: Object.fromEntries(own.map(valueOf)),
  }
}
