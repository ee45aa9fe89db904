import { addDays, localDayOf } from '../../contract/core/days.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Activity } from '../../contract/saved-work/activities.ts'
import type { Cadence } from '../../contract/saved-work/cadences.ts'
import type { List } from '../../contract/saved-work/lists.ts'
import type { Device } from './database.ts'
import { changeEdit, createEdit, moment, removeEdit } from './edits.ts'
import { idsOf } from './effects.ts'
import { readItems } from './live.ts'
import { edit, type Local } from './outbox.ts'

export type CadenceTarget = Pick<Cadence, 'target' | 'targetId'> & { name: string }

/** The user's cadence of a list or record; null where there is none, undefined weeks end it. */
export const cadenceOf = async (device: Device, targetId: string): Promise<Cadence | null> =>
  (await readCadences(device)).find((each) => each.targetId === targetId) ?? null

/** `weeks` null ends it. */
export const setCadence = async (
  local: Local,
  { target, targetId, name }: CadenceTarget,
  weeks: number | null,
): Promise<void> => {
  const before = await cadenceOf(local.device, targetId)
  if (before !== null)
    return edit(
      local,
      weeks === null
        ? removeEdit('cadences', before.id)
        : changeEdit('cadences', before.id, { ...before }, { weeks }),
    )
  if (weeks === null) return
  const id = local.newId()
  const now = moment(local)
  const value: Cadence = {
    id,
    target,
    targetId,
    targetName: name,
    weeks,
    ownerId: local.device.userId,
    version: 0,
    createdAt: now,
    updatedAt: now,
  }
  return edit(local, createEdit('cadences', id, value))
}

/** An account whose next visit is due. `name` is null where the device does not know it; `list`: its cadence is of that list. */
export type DueVisit = {
  recordId: string
  category: Category
  name: string | null
  weeks: number
  /** YYYY-MM-DD. */
  dueDay: string
  lastVisit: string | null
  list: { id: string; name: string } | null
}

/**
 * Accounts to visit by `today` (YYYY-MM-DD), the longest overdue first. Counted from the last visit of any member, or from the
 * day the cadence was set; an account's own cadence wins over that of a list.
 */
export const dueVisits = async (device: Device, today: string): Promise<DueVisit[]> => {
  const cadences = await readCadences(device)
  if (cadences.length === 0) return []
  const wanted = await targetsOf(device, cadences)
  const visits = await lastVisits(device, [...wanted.keys()])
  const due = [...wanted].flatMap(([recordId, { cadence, category, list, name }]) => {
    const lastVisit = visits.get(recordId) ?? null
    const from = localDayOf(Date.parse(lastVisit ?? cadence.createdAt))
    const dueDay = addDays(from, cadence.weeks * 7)
    return dueDay > today
      ? []
      : [{ recordId, category, name, weeks: cadence.weeks, dueDay, lastVisit, list }]
  })
  const rows = await device.read(({ records }) => records.bulkGet(due.map((each) => each.recordId)))
  return (
    due
      .map((each, index) => ({ ...each, name: rows[index]?.view.name ?? each.name }))
      // A record that was removed has neither.
      .filter(({ name, list }) => name !== null || list !== null)
      .toSorted((x, y) =>
        `${x.dueDay} ${x.recordId}`.localeCompare(`${y.dueDay} ${y.recordId}`, 'en'),
      )
  )
}

type Target = Pick<DueVisit, 'category' | 'name' | 'list'> & { cadence: Cadence }

const targetsOf = async (
  device: Device,
  cadences: readonly Cadence[],
): Promise<Map<string, Target>> => {
  const wanted = new Map<string, Target>()
  const ofLists = cadences.filter(({ target }) => target === 'list')
  const ids = ofLists.map(({ targetId }) => targetId)
  const [lists, members] = await device.read((tables) =>
    Promise.all([tables.lists.bulkGet(ids), tables.members.bulkGet(ids)]),
  )
  for (const [index, cadence] of ofLists.entries()) {
    // Rows of this table hold lists.
    const list = lists[index]?.value as List | null | undefined
    if (!list) continue
    const { id, name, category } = list
    for (const recordId of idsOf(members[index]?.value ?? null)) {
      const before = wanted.get(recordId)
      if (before === undefined || cadence.weeks < before.cadence.weeks)
        wanted.set(recordId, { cadence, category, name: null, list: { id, name } })
    }
  }
  for (const cadence of cadences) {
    const { target, targetId, targetName: name } = cadence
    if (target !== 'list') wanted.set(targetId, { cadence, category: target, name, list: null })
  }
  return wanted
}

/** When records were last visited by any member (ISO 8601); without those that never were. */
export const lastVisits = async (
  device: Device,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await device.read(({ activities }) =>
    activities
      .where('value.recordId')
      .anyOf([...ids])
      .toArray(),
  )
  const last = new Map<string, string>()
  for (const { value } of rows) {
    // Rows of this table hold activities.
    const activity = value as Activity | null
    if (activity?.kind !== 'visit') continue
    const before = last.get(activity.recordId)
    if (before === undefined || Date.parse(before) < Date.parse(activity.at))
      last.set(activity.recordId, activity.at)
  }
  return last
}

const readCadences = async (device: Device): Promise<Cadence[]> =>
  (await readItems<Cadence>(device, 'cadences', ({ updatedAt }) => updatedAt)).map(
    ({ value }) => value,
  )
