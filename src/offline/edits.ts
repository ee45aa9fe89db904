import { same } from './effects.ts'
import type { Edit, Local } from './outbox.ts'
import type { Fields } from './rows.ts'

/** Now, as the contract writes it. */
export const moment = (local: Pick<Local, 'now'>): string => new Date(local.now()).toISOString()

/** Something new under an id of this device's own. */
export const creating = (
  kind: string,
  table: NonNullable<Edit['table']>,
  id: string,
  value: object,
): Edit => ({
  ...removing(kind, table, id),
  effect: { do: 'create', value: { ...value } },
})

/** Deletes it. */
export const removing = (kind: string, table: NonNullable<Edit['table']>, id: string): Edit => ({
  kind,
  table,
  item: id,
  entity: `${kind}:${id}`,
  effect: { do: 'remove' },
})

/** Changes fields; `seen` is the item as it was on the screen. What is the same as before is no change. */
export const changing = (
  kind: string,
  table: NonNullable<Edit['table']>,
  id: string,
  seen: Fields,
  changes: object,
): Edit => {
  const fields: Fields = Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => !same(value, seen[field])),
  )
  const before = Object.fromEntries(Object.keys(fields).map((field) => [field, seen[field]]))
  return { ...removing(kind, table, id), effect: { do: 'change', fields, before } }
}
