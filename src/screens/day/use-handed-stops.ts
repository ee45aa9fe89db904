import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { links } from '../../../contract/links.ts'
import { maxStops } from '../../../contract/saved-work/day-plan-id.ts'
import { useApi } from '../../lib/use-api.ts'
import { addStops } from '../../offline/day-plans.ts'
import { fetchStops, stopOf } from '../../shared/day-plan/fetch-stops.ts'
import { handedStopsIn, type HandedStops } from '../../shared/day-plan/handed-stops.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { useSave } from '../../shared/visits/use-save.ts'

/** Adds the records that another screen selected, once: going back does not add them again. Answers the error message. */
export const useHandedStops = (day: string): string | null => {
  const api = useApi()
  const local = useLocal()
  const [, navigate] = useLocation()
  const { keep, trouble } = useSave()
  const [refused, setRefused] = useState<string | null>(null)
  const handed = handedStopsIn(useHistoryState())
  const add = async ({ category, ids, region = [] }: HandedStops): Promise<void> => {
    const rows = await local.device.read(({ records }) => records.bulkGet([...ids]))
    const known = rows.flatMap((row) => (row ? [row.view] : []))
    const missing = ids.filter((id) => !known.some((view) => view.id === id))
    const fetched = await fetchStops(api, local, category, missing).catch(() => null)
    const all = [...known, ...(fetched ?? [])].map((view) => stopOf(category, view, region))
    if (!(await addStops(local, day, all)))
      setRefused(`A day holds ${maxStops} stops. Remove some first.`)
    else if (fetched === null)
      setRefused(`We couldn’t add ${missing.length} of ${ids.length}. Try again online.`)
  }
  const isHanded = handed !== null
  const begin = useEffectEvent(() => {
    if (handed === null) return
    navigate(links.day(), { replace: true })
    void keep(() => add(handed))
  })
  useEffect(() => {
    if (isHanded) begin()
  }, [isHanded])
  return refused ?? trouble
}
