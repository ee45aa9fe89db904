import type { Transaction } from 'kysely'
import type { Homepage } from '../../../contract/saved-work/home.ts'
import { categoriesSeen } from '../../signals/access.ts'
import type { Reader } from '../../signals/conditions.ts'
import { askSignals, isSourced } from '../../signals/question.ts'
import type { Tables } from '../../platform/db/tables.ts'

export const lastSevenDays = async (
  trx: Transaction<Tables>,
  reader: Reader,
  now: Date,
): Promise<Homepage['signals7d']> => {
  const categories = await categoriesSeen(trx)
  if (categories.length === 0) return null
  const found: NonNullable<Homepage['signals7d']> = { company: null, people: null, intent: null }
  for (const category of categories) {
    const question = { category, filters: { when: ['7'] }, now }
    const { total } = await askSignals(trx, reader, question, { from: 0, size: 0 })
    const isShown = category !== 'intent' || (await isSourced(trx, category))
    if (isShown) found[category] = total
  }
  return found
}
