import type { Category } from '../../contract/records/records.ts'
import { dayPlanId, maxStops } from '../../contract/saved-work/day-plan-id.ts'
import type { DayPlan, PlannedStop } from '../../contract/saved-work/day-plans.ts'
import type { Device } from './database.ts'
import { changeEdit, createEdit, moment } from './edits.ts'
import { readItems, type LiveItem } from './live.ts'
import { edit, type Local } from './outbox.ts'

/** `region`: see the contract. */
export type NewStop = {
  category: Category
  recordId: string
  name: string
  region?: string | undefined
}

/** The user's plan of a day (YYYY-MM-DD); null without stops. */
export const readDayPlan = async (
  device: Device,
  day: string,
): Promise<LiveItem<DayPlan> | null> => {
  const [plan] = await readItems<DayPlan>(
    device,
    'dayPlans',
    ({ id }) => id,
    (tables) => tables.dayPlans.where('id').equals(dayPlanId(device.userId, day)).toArray(),
  )
  return plan !== undefined && Object.keys(plan.value.stops).length > 0 ? plan : null
}

/** The stops in the order in which they are visited. */
export const stopIds = ({ stops, order }: Pick<DayPlan, 'stops' | 'order'>): string[] => {
  const placed = [...new Set(order)].filter((id) => id in stops)
  const rest = Object.keys(stops).filter((id) => !placed.includes(id))
  const addedAt = (id: string): string => `${stops[id]?.addedAt} ${id}`
  return [...placed, ...rest.toSorted((x, y) => (addedAt(x) < addedAt(y) ? -1 : 1))]
}

/** Adds stops behind the others. Answers false, and adds none, where the day would have more than 30. */
export const addStops = async (
  local: Local,
  day: string,
  added: readonly NewStop[],
): Promise<boolean> => {
  const plan = await seenPlan(local, day)
  const stops: Record<string, PlannedStop> = { ...plan?.stops }
  const times = Object.values(stops).map((stop) => Date.parse(stop.addedAt) + 1)
  // The clock may have been turned back since the others were added.
  const from = Math.max(local.now(), ...times)
  added.forEach(({ category, recordId, name, region }, index) => {
    const addedAt = new Date(from + index).toISOString()
    stops[recordId] ??= { category, addedAt, name, ...(region !== undefined && { region }) }
  })
  if (Object.keys(stops).length > maxStops) return false
  await changePlan(local, day, plan, { stops })
  return true
}

export const removeStop = async (local: Local, day: string, id: string): Promise<void> => {
  const plan = await seenPlan(local, day)
  if (plan === null) return
  const { [id]: _, ...stops } = plan.stops
  await changePlan(local, day, plan, { stops })
}

/** Puts the stops in an order; undoes a removal by `stops` as they were. */
export const orderStops = async (
  local: Local,
  day: string,
  order: readonly string[],
  stops?: DayPlan['stops'],
): Promise<void> => {
  const plan = await seenPlan(local, day)
  if (plan !== null)
    await changePlan(local, day, plan, { order: [...order], ...(stops && { stops }) })
}

const seenPlan = async ({ device }: Local, day: string): Promise<DayPlan | null> => {
  const row = await device.read(({ dayPlans }) => dayPlans.get(dayPlanId(device.userId, day)))
  // Rows hold what the contract parsed, or what this file wrote.
  return (row?.value as DayPlan | null | undefined) ?? null
}

const changePlan = (
  local: Local,
  day: string,
  plan: DayPlan | null,
  changes: Partial<Pick<DayPlan, 'stops' | 'order'>>,
): Promise<void> => {
  if (plan !== null) return edit(local, changeEdit('dayPlans', plan.id, { ...plan }, changes))
  const id = dayPlanId(local.device.userId, day)
  const value: DayPlan = {
    id,
    day,
    stops: {},
    order: [],
    ...changes,
    ownerId: local.device.userId,
    version: 0,
    updatedAt: moment(local),
  }
  return edit(local, createEdit('dayPlans', id, value))
}
