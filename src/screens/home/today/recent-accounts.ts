import type { PostalAddress } from '../../../../contract/records/records.ts'
import type { Activity } from '../../../../contract/saved-work/activities.ts'
import type { TopAccount } from '../../../../contract/saved-work/home.ts'
import type { Device } from '../../../offline/database.ts'
import { readItems } from '../../../offline/live.ts'
import { headOf } from '../../../shared/visits/activity-copy.ts'

const maxAccounts = 5

/** `activity`: what the user last did there, where this device knows it. */
export type RecentAccount = TopAccount & { activity: string | null }

/** The companies that the user last visited or noted, as far as they are on this device. */
export const readRecentAccounts = async (device: Device): Promise<RecentAccount[]> => {
  const activities = await readItems<Activity>(device, 'activities', ({ at }) => at)
  const last = new Map<string, Activity>()
  for (const { value } of activities)
    if (value.isAuthor && value.category === 'company' && !last.has(value.recordId))
      last.set(value.recordId, value)
  const newest = [...last].slice(0, maxAccounts)
  const rows = await device.read(({ records }) => records.bulkGet(newest.map(([id]) => id)))
  return newest.flatMap(([id, activity], index): RecentAccount[] => {
    const view = rows[index]?.view
    if (view === undefined || 'position' in view) return []
    return [
      {
        id,
        name: view.name,
        industry: view.industry?.l1 ?? null,
        locality: localityOf(view.hq),
        fit: null,
        lastAt: activity.at,
        activity: headOf(activity),
      },
    ]
  })
}

/** 'Perth, WA', as the server's accounts have it; null where unknown. */
const localityOf = (address: PostalAddress | undefined): string | null =>
  [address?.city ?? address?.suburb, address?.state].filter(Boolean).join(', ') || null

/** The server's accounts and those of this device, each with its latest activity. */
export const withLatestActivity = (
  accounts: readonly TopAccount[],
  onDevice: readonly RecentAccount[],
): RecentAccount[] => {
  const all = new Map(onDevice.map((account) => [account.id, account]))
  for (const account of accounts) {
    const known = all.get(account.id)
    if (known === undefined || (known.lastAt ?? '') < (account.lastAt ?? ''))
      all.set(account.id, { ...account, activity: null })
  }
  return [...all.values()]
    .toSorted((x, y) => ((x.lastAt ?? '') < (y.lastAt ?? '') ? 1 : -1))
    .slice(0, maxAccounts)
}
