import type { Transaction } from 'kysely'
import { statusLabels } from '../../../contract/money/downloads.ts'
import { fewOnHome, FirstStep, type Homepage } from '../../../contract/saved-work/home.ts'
import { balanceOf } from '../../credits/account.ts'
import { accountNow } from '../../credits/roll.ts'
import { keptConfig } from '../../account-fit/versions.ts'
import { memberOf, membersOf } from '../../members/list.ts'
import { underWay } from '../../downloads/views.ts'
import type { Asking } from '../../saved-work/resolve-query.ts'
import { visibleItems } from '../../saved-work/items.ts'
import { recentSearches } from '../../saved-work/recents.ts'
import { recentView, searchView, uncounted } from '../../saved-work/views.ts'
import type { SearchEngine } from '../../search/engine.ts'
import type { Handlers } from '../../platform/http/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { lastSevenDays } from './signals.ts'
import { topAccounts } from './top-accounts.ts'

/** Home: what is true today and nothing else. `now` is ms since 1970. */
export const homeHandlers = (
  search: SearchEngine,
  asking: Asking,
  now: () => number,
): Handlers<'homepage'> => ({
  homepage: async (_, context) => {
    const { userId } = context
    const kept = await context.inOrg(async (trx) => ({
      me: await memberOf(trx, userId),
      recent: await recentSearches(trx, userId, fewOnHome),
      saved: await visibleItems(trx, userId, { kind: 'dynamic', limit: fewOnHome }),
      done: await stepsOf(trx, userId),
      requests: await underWay(trx, userId, fewOnHome),
      account: await accountNow(trx, context.orgId, now()),
      signals: await lastSevenDays(trx, context, new Date(now())),
    }))
    return {
      greetingName: kept.me?.name.trim().split(/\s+/)[0] || null,
      credits: balanceOf(kept.account),
      checklist: FirstStep.options.map((step) => ({ step, done: kept.done[step] })),
      continue: {
        recent: kept.recent.map(recentView),
        saved: kept.saved.map((item) => searchView(item, userId, uncounted)),
      },
      signals7d: kept.signals,
      topAccounts: await topAccounts(search, asking, context),
      requestsInProgress: kept.requests.map(({ id, name, status, done, asked }) => ({
        id,
        name,
        statusLabel: statusLabels[status],
        done,
        asked,
      })),
      pins: null,
      news: [],
    }
  },
})

type Trx = Transaction<Tables>

type Done = Record<FirstStep, Homepage['checklist'][number]['done']>

/** The first steps by what was done, not by what was clicked; one that was undone later stays done. */
const stepsOf = async (trx: Trx, userId: string): Promise<Done> => {
  const searched = await trx
    .selectFrom('recent_search')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const kept = await trx
    .selectFrom('saved_item')
    .select('id')
    .where('owner_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const colleagues = (await membersOf(trx)).length > 1
  const described = colleagues || ((await keptConfig(trx))?.version ?? 0) > 0
  return {
    search: searched !== undefined || kept !== undefined,
    keep: kept !== undefined,
    offline: null,
    install: null,
    team: described,
  }
}
