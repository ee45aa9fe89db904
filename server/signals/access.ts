import type { Transaction } from 'kysely'
import { categoriesOf, signalPrefix } from '../../contract/signals/signal-flags.ts'
import type { SignalCategory } from '../../contract/signals/signals.ts'
import type { Tables } from '../platform/db/tables.ts'
import { featuresOf } from '../plans/entitlements.ts'

type Trx = Transaction<Tables>
export type Prefix = keyof typeof categoriesOf

/** By the organisation's flags (spec 6); null if it may see none. */
export const prefixOf = async (trx: Trx): Promise<Prefix | null> => {
  const features = await featuresOf(trx)
  return signalPrefix((flag) => features[flag]?.enabled === true)
}

export const categoriesSeen = async (trx: Trx): Promise<readonly SignalCategory[]> => {
  const prefix = await prefixOf(trx)
  return prefix === null ? [] : categoriesOf[prefix]
}
