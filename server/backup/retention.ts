import { dayMs, dayOf } from '../../contract/core/days.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { manifestKey, momentOf } from './manifest.ts'
import { removeBackup } from './take-backup.ts'

/** The newest backup of each of so many days, weeks and months that have one (UTC). */
export type Retention = { days: number; weeks: number; months: number }

/** Null if it is not like '7d,4w,6m'. */
export const parseRetention = (text: string): Retention | null => {
  const retention: Retention = { days: 0, weeks: 0, months: 0 }
  const units = { d: 'days', w: 'weeks', m: 'months' } as const
  for (const part of text.split(',')) {
    const [, n, unit = ''] = /^\s*(\d{1,4})([dwm])\s*$/.exec(part) ?? []
    const name = unit === 'd' || unit === 'w' || unit === 'm' ? units[unit] : undefined
    if (name === undefined || retention[name] > 0 || Number(n) === 0) return null
    retention[name] = Number(n)
  }
  return retention
}

/** The newest one always stays; resolves to the names of those that were removed. */
export const removeOldBackups = async (
  store: FileStore,
  retention: Retention,
): Promise<string[]> => {
  const ids = (await store.list()).flatMap((key) => {
    const id = key.split('/')[0] ?? ''
    return key === manifestKey(id) && momentOf(id) !== undefined ? [id] : []
  })
  const old = outdated(ids, retention)
  for (const id of old) await removeBackup(store, id)
  return old
}

export const outdated = (ids: readonly string[], { days, weeks, months }: Retention): string[] => {
  const newestFirst = ids.toSorted().toReversed()
  const stays = new Set(newestFirst.slice(0, 1))
  const keepNewest = (count: number, periodOf: (at: Date) => string): void => {
    const periods = new Set<string>()
    for (const id of newestFirst) {
      const at = momentOf(id)
      if (at === undefined || periods.has(periodOf(at))) continue
      if (periods.size === count) return
      periods.add(periodOf(at))
      stays.add(id)
    }
  }
  keepNewest(days, dayOf)
  keepNewest(weeks, (at) => dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs)))
  keepNewest(months, (at) => dayOf(at).slice(0, 7))
  return newestFirst.filter((id) => !stays.has(id)).toReversed()
}
