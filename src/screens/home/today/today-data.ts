import { localDayOf } from '../../../../contract/core/days.ts'
import type { Activity } from '../../../../contract/saved-work/activities.ts'
import type { FollowUp } from '../../../../contract/saved-work/follow-ups.ts'
import type { Signal } from '../../../../contract/signals/signals.ts'
import { dueVisits, lastVisits, type DueVisit } from '../../../offline/cadences.ts'
import type { Device } from '../../../offline/database.ts'
import { readDayPlan, stopIds } from '../../../offline/day-plans.ts'
import { followUps } from '../../../offline/follow-ups.ts'
import { visitsSince, type LiveItem } from '../../../offline/live.ts'
import { readSignals } from '../../../offline/signals.ts'
import { visitsFrom } from '../../../shared/visits/last-visits.ts'

/** `name` of its record, as the device knows it now. */
export type NamedFollowUp = LiveItem<FollowUp> & { name: string }

export type TodayData = {
  /** Whether today has a plan. */
  isPlanned: boolean
  /** The next one due first. */
  open: readonly NamedFollowUp[]
  /** Their record was removed. */
  ended: readonly LiveItem<FollowUp>[]
  /** By the cadences of the user, the longest overdue first. */
  visits: readonly DueVisit[]
  /** The newest signal of each account since the last visit, the newest first. */
  changes: readonly Signal[]
  /** The names of what the user visited today, the latest first; null where this device does not know it. */
  visited: readonly (string | null)[]
}

/** What the user's day begins with, from this device alone. */
export const readToday = async (device: Device): Promise<TodayData> => {
  const [plan, all, visits, { signals }, due] = await Promise.all([
    readDayPlan(device, localDayOf(Date.now())),
    followUps(device),
    visitsSince(device, visitsFrom(Date.now())),
    readSignals(device),
    dueVisits(device, localDayOf(Date.now())),
  ])
  const open = all.filter(({ value }) => value.state === 'open')
  const since = lastContacts(
    open.map(({ value }) => value),
    visits.map(({ value }) => value),
    // Perhaps long ago.
    await lastVisits(device, [
      ...(plan === null ? [] : stopIds(plan.value)),
      ...due.map(({ recordId }) => recordId),
    ]),
  )
  const ids = [...since.keys()]
  const rows = await device.read(({ records }) => records.bulkGet(ids))
  const names = new Map(rows.flatMap((row) => (row ? [[row.id, row.view.name] as const] : [])))
  const today = localDayOf(Date.now())
  const visited = new Set(
    visits
      .filter(({ value }) => value.isAuthor && localDayOf(Date.parse(value.at)) === today)
      .map(({ value }) => value.recordId),
  )
  const known = new Map<string, Signal>()
  for (const signal of rows.flatMap((row) => row?.signals?.signals ?? []))
    known.set(signal.id, signal)
  // These know what was dismissed.
  for (const signal of signals) known.set(signal.id, signal)
  return {
    isPlanned: plan !== null,
    open: open.map((each) => ({
      ...each,
      name: names.get(each.value.recordId) ?? each.value.recordName ?? 'A removed record',
    })),
    ended: all.filter(({ value }) => value.state === 'ended'),
    visits: due,
    changes: changesSince([...known.values()], since),
    visited: [...visited].map((id) => names.get(id) ?? null),
  }
}

/** When the user was last at each account, set its follow-up, or an account to visit was last visited (ISO 8601). */
const lastContacts = (
  open: readonly FollowUp[],
  visits: readonly Activity[],
  toVisit: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const since = new Map(toVisit)
  for (const { recordId, createdAt } of open) since.set(recordId, createdAt)
  // The latest comes first.
  for (const { isAuthor, recordId, at } of visits.toReversed())
    if (isAuthor) since.set(recordId, at)
  return since
}

const changesSince = (signals: readonly Signal[], since: ReadonlyMap<string, string>): Signal[] => {
  const newest = new Map<string, Signal>()
  const atOf = ({ detected_at: at }: Signal): number => Date.parse(at)
  for (const signal of signals) {
    const account = [signal.company?.id, signal.person?.id].find(
      (id) => id !== undefined && since.has(id),
    )
    if (account === undefined || signal.dismissed) continue
    if (atOf(signal) <= Date.parse(since.get(account) ?? '')) continue
    const before = newest.get(account)
    if (before === undefined || atOf(before) < atOf(signal)) newest.set(account, signal)
  }
  return [...newest.values()].toSorted((x, y) => atOf(y) - atOf(x)).slice(0, maxChanges)
}

const maxChanges = 3
