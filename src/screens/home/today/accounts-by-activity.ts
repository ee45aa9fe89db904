import type { Activity } from '../../../../contract/saved-work/activities.ts'
import type { TopAccount } from '../../../../contract/saved-work/home.ts'
import type { Device } from '../../../offline/database.ts'
import { readItems } from '../../../offline/live.ts'

const maxAccounts = 5

export const accountsByActivity = async (device: Device): Promise<TopAccount[]> => {
  const activities = await readItems<Activity>(device, 'activities', ({ at }) => at)
  const lastAt = new Map<string, string>()
  for (const { value } of activities)
    if (value.isAuthor && value.category === 'company' && !lastAt.has(value.recordId))
      lastAt.set(value.recordId, value.at)
  const ids = [...lastAt.keys()].slice(0, maxAccounts)
  const rows = await device.read(({ records }) => records.bulkGet(ids))
  return rows.flatMap((row): TopAccount[] =>
    row === undefined || 'position' in row.view
      ? []
      : [
          {
            id: row.id,
            name: row.view.name,
            industry: row.view.industry?.l1 ?? null,
            locality: null,
            fit: null,
            lastAt: lastAt.get(row.id) ?? null,
          },
        ],
  )
}

export const withLatestActivity = (
  accounts: readonly TopAccount[],
  active: readonly TopAccount[],
): TopAccount[] => {
  const all = new Map(active.map((account) => [account.id, account]))
  for (const account of accounts) {
    const deviceAt = all.get(account.id)?.lastAt ?? ''
    all.set(
      account.id,
      deviceAt > (account.lastAt ?? '') ? { ...account, lastAt: deviceAt } : account,
    )
  }
  return [...all.values()]
    .toSorted((x, y) => ((x.lastAt ?? '') < (y.lastAt ?? '') ? 1 : -1))
    .slice(0, Math.max(maxAccounts, accounts.length))
}
