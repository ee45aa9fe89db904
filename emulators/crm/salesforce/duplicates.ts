import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { rowError, type RowError } from './errors.ts'
import { hostOf, textOf } from './values.ts'

/** The organisation's duplicate rules: people by email, accounts by name and website. */
const duplicatesOf = (
  { store }: CrmWorld,
  object: string,
  values: Readonly<Record<string, unknown>>,
): readonly StoredRecord[] => {
  if (object !== 'Account') {
    const email = textOf(values['Email'])
    return email === '' ? [] : store.withValue(object, 'Email', email)
  }
  const host = hostOf(values['Website'])
  return host === ''
    ? []
    : store
        .withValue('Account', 'Name', textOf(values['Name']))
        .filter((record) => hostOf(record.values['Website']) === host)
}

/** A call with several rows does not say which records they are. */
export const duplicateOf = (
  world: CrmWorld,
  object: string,
  values: Readonly<Record<string, unknown>>,
): RowError | undefined =>
  duplicatesOf(world, object, values).length > 0
    ? rowError('DUPLICATES_DETECTED', 'Use one of these records?')
    : undefined
