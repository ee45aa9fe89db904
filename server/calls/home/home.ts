import type { Transaction } from 'kysely'
import { statusLabels } from '../../../contract/money/downloads.ts'
import { fewOnHome, FirstStep, type Homepage } from '../../../contract/saved-work/home.ts'
import { balanceOf } from '../../credits/account.ts'
import { accountNow } from '../../credits/roll.ts'
import { readConfig } from '../../account-fit/versions.ts'
import { memberOf, membersOf } from '../../members/list.ts'
import { underWay } from '../../downloads/views.ts'
import type { QueryResolver } from '../../saved-work/resolve-query.ts'
import { visibleItems } from '../../saved-work/items.ts'
import { recentSearches } from '../../saved-work/recents.ts'
import { recentView, searchView, uncounted } from '../../saved-work/views.ts'
import type { SearchEngine } from '../../search/engine.ts'
import type { Handlers } from '../../platform/http/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { lastSevenDays } from './signals.ts'
import { topAccounts } from './top-accounts.ts'

export const homeHandlers = (
  search: SearchEngine,
  resolver: QueryResolver,
  now: () => number,
): Handlers<'homepage'> => ({
  homepage: async ({ country }, context) => {
    const { userId } = context
    const loaded = await context.inOrg(async (trx) => ({
      me: await memberOf(trx, userId),
      recent: await recentSearches(trx, userId, fewOnHome),
      saved: await visibleItems(trx, userId, { kind: 'dynamic', limit: fewOnHome }),
      done: await stepsOf(trx, userId),
      requests: await underWay(trx, userId, fewOnHome),
      account: await accountNow(trx, context.orgId, now()),
      signals: await lastSevenDays(trx, context, new Date(now())),
    }))
    return {
      greetingName: loaded.me?.name.trim().split(/\s+/)[0] || null,
      credits: balanceOf(loaded.account),
      checklist: FirstStep.options.map((step) => ({ step, done: loaded.done[step] })),
      continue: {
        recent: loaded.recent.map(recentView),
        saved: loaded.saved.map((item) => searchView(item, userId, uncounted)),
      },
      signals7d: loaded.signals,
      topAccounts: await topAccounts(search, resolver, context, country),
      requestsInProgress: loaded.requests.map(({ id, name, status, done, requested }) => ({
        id,
        name,
        statusLabel: statusLabels[status],
        done,
        requested,
      })),
    }
  },
})

type Trx = Transaction<Tables>

type Done = Record<FirstStep, Homepage['checklist'][number]['done']>

const stepsOf = async (trx: Trx, userId: string): Promise<Done> => {
  const searched = await trx
    .selectFrom('recent_search')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const savedItem = await trx
    .selectFrom('saved_item')
    .select('id')
    .where('owner_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const colleagues = (await membersOf(trx)).length > 1
  const described = colleagues || ((await readConfig(trx))?.version ?? 0) > 0
  return {
    search: searched !== undefined || savedItem !== undefined,
    keep: savedItem !== undefined,
    offline: null,
    install: null,
    team: described,
  }
}
