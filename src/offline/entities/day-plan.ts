import { dayOfPlan } from '../../../contract/saved-work/day-plan-id.ts'
import type { DayPlan } from '../../../contract/saved-work/day-plans.ts'
import type { InputOf } from '../calls.ts'
import { action, entity, parseMerge, type Edited } from './entity.ts'

export const dayPlan = entity({
  kind: 'day-plan',
  table: 'dayPlans',
  since: 5,
  create: action(
    'changeDayPlan',
    ({ value: { day, stops, order } }: Edited<DayPlan>) => ({
      day,
      baseVersion: 1,
      changes: withoutNames({ stops, order }),
    }),
    (answer) => parseMerge(answer.plan, answer.overruled),
  ),
  change: action(
    'changeDayPlan',
    ({ id, baseVersion, value }: Edited<DayPlanChanges>) => ({
      day: dayOfPlan(id),
      baseVersion,
      changes: withoutNames(value),
    }),
    (answer) => parseMerge(answer.plan, answer.overruled),
  ),
  noun: 'plan',
  titleOf: ({ value }, format) => `the plan of ${format.day(String(value.day))}`,
  describe: ({ effect, value, format }) => {
    const day = format.day(String(value.day))
    if (effect.do === 'change')
      return 'stops' in effect.fields
        ? `Change the stops of ${day}`
        : `Put the stops of ${day} in order`
    const count = Object.keys(stopsIn(value)).length
    return `Plan ${format.count(count, 'stop', 'stops')} on ${day}`
  },
  formatField: (field, part, plan) => {
    const stops = stopsIn(plan)
    if (field === 'order' && Array.isArray(part))
      return part.map((id) => nameOf(stops[String(id)])).join(', ')
    return field.startsWith('stops/') ? nameOf(part) : null
  },
})

type DayPlanChanges = Partial<Pick<DayPlan, 'stops' | 'order'>>

/** The server has the names of its own records. */
const withoutNames = ({ stops, order }: DayPlanChanges): InputOf<'changeDayPlan'>['changes'] => ({
  ...(stops && {
    stops: Object.fromEntries(
      Object.entries(stops).map(([id, { category, addedAt, region }]) => [
        id,
        { category, addedAt, ...(region !== undefined && { region }) },
      ]),
    ),
  }),
  ...(order && { order }),
})

const stopsIn = ({ stops }: Record<string, unknown>): Record<string, unknown> =>
  typeof stops === 'object' && stops !== null ? { ...stops } : {}

const nameOf = (stop: unknown): string =>
  typeof stop === 'object' && stop !== null && 'name' in stop && typeof stop.name === 'string'
    ? stop.name
    : 'A removed stop'
