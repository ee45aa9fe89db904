import type { Transaction } from 'kysely'
import { defaultCountry } from '../../contract/constants.ts'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import type { NewSearch } from '../../contract/saved-work/searches.ts'
import { criteriaView } from './views.ts'
import { notFound } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'

/** Only the country, which is AU if the customer has none or ALL (spec 4). Throws `not-found` for any id but 'new'. */
export const newSearch = async (trx: Transaction<Tables>, id: string): Promise<NewSearch> => {
  if (id !== 'new') throw notFound()
  const customer = await trx.selectFrom('customer').select('default_country').executeTakeFirst()
  const country = customer?.default_country ?? defaultCountry
  return {
    kind: 'new',
    id: 'new',
    category: 'company',
    ...criteriaView({ ...emptyCriteria, prompt: null }),
    filters: { country: [country === 'ALL' ? defaultCountry : country] },
  }
}
