import { useState } from 'react'
import { maxStops } from '../../../contract/saved-work/day-plan-id.ts'
import { addStops, orderStops, removeStop } from '../../offline/day-plans.ts'
import { bestOrder, routeLength } from '../../shared/day-plan/best-order.ts'
import type { Day, DayStop } from '../../shared/day-plan/read-day.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { formatWeekday } from '../../shared/visits/due.ts'
import type { Changed } from '../../shared/visits/use-change-follow-up.ts'
import { useSave } from '../../shared/visits/use-save.ts'
import { sayKm } from './length.ts'

/** Changes of a plan; the last can be undone. */
export const useDayActions = (day: string) => {
  const local = useLocal()
  const { keep, trouble } = useSave()
  const [changed, setChanged] = useState<Changed | null>(null)
  const undoing = (message: string, back: () => Promise<unknown>): void =>
    setChanged({
      message,
      undo: () => {
        setChanged(null)
        void keep(back)
      },
    })

  const sort = async ({ stops, route }: Day): Promise<void> => {
    const known = stops.filter(({ spot }) => spot !== null)
    const points = known.flatMap(({ spot }) => spot ?? [])
    const order = bestOrder(points, route)
    const sorted = order.flatMap((index) => points[index] ?? [])
    const [before, after] = [routeLength(points, route), routeLength(sorted, route)]
    if (after > before - minSaving) {
      setChanged({ message: `This order is best, ${sayKm(before)}.`, undo: null })
      return
    }
    const ids = [
      ...order.flatMap((index) => known[index]?.recordId ?? []),
      ...stops.filter(({ spot }) => spot === null).map(({ recordId }) => recordId),
    ]
    const previous = stops.map(({ recordId }) => recordId)
    if (await keep(() => orderStops(local, day, ids)))
      undoing(`Best order: ${sayKm(after)}, was ${sayKm(before)}.`, () =>
        orderStops(local, day, previous),
      )
  }

  const move = async ({ stops }: Day, from: number, to: number): Promise<void> => {
    const ids = stops.map(({ recordId }) => recordId)
    const [id] = ids.splice(from, 1)
    if (id === undefined) return
    ids.splice(to, 0, id)
    const previous = stops.map(({ recordId }) => recordId)
    if (await keep(() => orderStops(local, day, ids)))
      undoing(`${nameOf(stops[from])} is now stop ${to + 1} of ${stops.length}.`, () =>
        orderStops(local, day, previous),
      )
  }

  const restore = ({ stops, plan }: Day) =>
    orderStops(
      local,
      day,
      stops.map(({ recordId }) => recordId),
      plan.value.stops,
    )

  const remove = async (plan: Day, stop: DayStop): Promise<void> => {
    if (await keep(() => removeStop(local, day, stop.recordId)))
      undoing(`${nameOf(stop)} is off the plan.`, () => restore(plan))
  }

  const postpone = async (plan: Day, stop: DayStop, to: string): Promise<void> => {
    const { category, recordId, name } = stop
    if (name === null) return
    let fits = false
    const saved = await keep(async () => {
      const { region } = plan.plan.value.stops[recordId] ?? {}
      fits = await addStops(local, to, [{ category, recordId, name, region }])
      if (fits) await removeStop(local, day, recordId)
    })
    if (!saved) return
    if (fits)
      undoing(`${name} is now on ${formatWeekday(to)}.`, async () => {
        await restore(plan)
        await removeStop(local, to, recordId)
      })
    else setChanged({ message: `${formatWeekday(to)} has ${maxStops} stops already.`, undo: null })
  }

  return { sort, move, remove, postpone, changed, close: () => setChanged(null), trouble }
}

/** In km: less is no better order. */
const minSaving = 0.01

const nameOf = (stop: DayStop | undefined): string => stop?.name ?? 'A removed stop'
