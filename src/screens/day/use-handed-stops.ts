import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { links } from '../../../contract/links.ts'
import { maxStops } from '../../../contract/saved-work/day-plan-id.ts'
import { useApi } from '../../lib/use-api.ts'
import { addStops, type NewStop } from '../../offline/day-plans.ts'
import { fetchStops } from '../../shared/day-plan/fetch-stops.ts'
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
  const add = async ({ category, ids }: HandedStops): Promise<void> => {
    const rows = await local.device.read(({ records }) => records.bulkGet([...ids]))
    const known = rows.flatMap((row): NewStop[] =>
      row ? [{ category, recordId: row.id, name: row.view.name }] : [],
    )
    const missing = ids.filter((id) => !known.some(({ recordId }) => recordId === id))
    const fetched = await fetchStops(api, local, category, missing).catch(() => null)
    const all = [...known, ...(fetched ?? [])]
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
