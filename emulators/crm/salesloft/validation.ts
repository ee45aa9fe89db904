import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { invalid } from './gate.ts'
import { textOf } from './lists.ts'
import type { Kind } from './records.ts'

/** Throws the 422 of Salesloft. `values` are those after the write, `record` what it changes. */
export const checkValues = (
  world: CrmWorld,
  { object, keyField }: Kind,
  values: Readonly<Record<string, unknown>>,
  record: StoredRecord | undefined,
): void => {
  const errors: Record<string, string[]> = {}
  const add = (field: string, text: string): void => {
    errors[field] = [...(errors[field] ?? []), text]
  }
  if (object === 'account') {
    for (const name of ['name', 'domain']) if (isBlank(values[name])) add(name, "can't be blank")
  } else if (
    isBlank(values['email_address']) &&
    (isBlank(values['phone']) || isBlank(values['last_name']))
  ) {
    add('email_address', "can't be blank")
  }
  const key = values[keyField]
  if (typeof key === 'string' && isInUse(world, object, keyField, key, record?.id))
    add(keyField, object === 'account' ? 'has already been taken' : 'is already taken')
  if (typeof values['email_address'] === 'string' && !values['email_address'].includes('@'))
    add('email_address', 'is invalid')
  checkReferences(world, values, add)
  const own = values['custom_fields']
  if (own !== null && typeof own === 'object')
    for (const name of Object.keys(own))
      // [?] What it says of an unknown own field is not documented.
      if (!world.field(object, name)) add('custom_fields', `${name} does not exist`)
  if (Object.keys(errors).length) throw invalid(errors)
}

const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''

const isInUse = (
  world: CrmWorld,
  object: string,
  field: string,
  value: string,
  ownId: string | undefined,
): boolean => world.store.withValue(object, field, value).some(({ id }) => id !== ownId)

const restrictions: ReadonlySet<unknown> = new Set(['call', 'email', 'message'])

const checkReferences = (
  world: CrmWorld,
  values: Readonly<Record<string, unknown>>,
  add: (field: string, text: string) => void,
): void => {
  const { owner_id: owner, account_id: account, contact_restrictions: limits } = values
  if (owner !== undefined && owner !== null && !world.users.some(({ id }) => id === textOf(owner)))
    add('owner', 'must exist')
  if (account !== undefined && account !== null && !world.store.live('account', textOf(account)))
    add('account', 'must exist')
  if (Array.isArray(limits) && limits.some((each) => !restrictions.has(each)))
    add('contact_restrictions', 'is invalid')
}
