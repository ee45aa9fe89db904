import type { Transaction } from 'kysely'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { fewOnHome, type TopAccount } from '../../../contract/saved-work/home.ts'
import { bestFits } from '../best-fits.ts'
import { companyViews } from '../../records/views.ts'
import type { QueryResolver } from '../../saved-work/resolve-query.ts'
import type { SearchEngine } from '../../search/engine.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>
type Chosen = { id: string; fit: number | null }

const category = 'company'
/** More than are shown, because some may be suppressed or deleted. */
const looked = 50

/** The best fit or, without an ideal customer profile, those visited or noted last. */
export const topAccounts = async (
  search: SearchEngine,
  resolver: QueryResolver,
  context: Context,
  country: 'AU' | 'NZ' | undefined,
): Promise<TopAccount[]> => {
  const chosen =
    (await bestFits(search, resolver, context, { size: fewOnHome, above: 0, country })) ??
    (await touchedLast(resolver, context)).map(unrated)
  const ids = chosen.map(({ id }) => id)
  return context.inOrg(async (trx) => {
    const views = new Map(
      (await companyViews(trx, ids, context.userId)).map((view) => [view.id, view]),
    )
    const touched = new Map((await touches(trx, ids)).map((row) => [row.record_id, row.at]))
    return chosen.flatMap(({ id, fit }) => {
      const view = views.get(id)
      if (!view) return []
      const locality = [view.hq?.city ?? view.hq?.suburb, view.hq?.state].filter(Boolean).join(', ')
      return {
        id,
        name: view.name,
        industry: view.industry?.l1 ?? null,
        locality: locality === '' ? null : locality,
        fit,
        lastAt: touched.get(id)?.toISOString() ?? null,
      }
    })
  })
}

const touchedLast = async (resolver: QueryResolver, context: Context): Promise<string[]> => {
  const rows = await context.inOrg((trx) => touches(trx, null))
  const ids = rows.map(({ record_id }) => record_id)
  if (ids.length === 0) return []
  const query = { category, criteria: emptyCriteria, within: ids, size: looked } as const
  const there = new Set((await resolver.ids(query, context)).ids)
  return ids.filter((id) => there.has(id)).slice(0, fewOnHome)
}

const touches = (trx: Trx, ids: readonly string[] | null) => {
  const query = trx
    .selectFrom('activity')
    .select(['record_id', (is) => is.fn.max('at').as('at')])
    .where('category', '=', category)
    .where('kind', 'in', ['note', 'visit'])
    .where('deleted_at', 'is', null)
    .groupBy('record_id')
    .orderBy('at', 'desc')
    .orderBy('record_id')
    .limit(looked)
  return (ids === null ? query : query.where('record_id', 'in', [...ids, none])).execute()
}

/** `in ()` is invalid SQL. */
const none = '00000000-0000-0000-0000-000000000000'

const unrated = (id: string): Chosen => ({ id, fit: null })
