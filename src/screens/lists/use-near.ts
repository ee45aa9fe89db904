import { useEffect, useMemo, useRef } from 'react'
import type { LatLng } from '../../offline/pin-search.ts'
import { mayLocate } from '../../shared/position/locate.ts'
import { usePosition } from '../../shared/position/position.ts'
import { useLocate } from '../../shared/position/use-locate.ts'
import type { ListState } from './list-state.ts'

export type Near = { origin: LatLng; withinKm: number | null }

export type Locating = {
  /** Null until the device is located, and where the order is another one. */
  near: Near | null
  busy: boolean
  trouble: string | null
  locate: () => Promise<boolean>
}

/** The position that a list is sorted by. It is located again after a reload, where the user agreed before. */
export const useNear = (nearest: ListState['nearest']): Locating => {
  const at = usePosition()
  const { busy, trouble, locate: find } = useLocate()
  const locate = async (): Promise<boolean> => typeof (await find()) !== 'string'
  const lost = nearest !== null && at === null
  const latest = useRef(locate)
  useEffect(() => {
    latest.current = locate
  })
  useEffect(() => {
    if (lost && mayLocate()) void latest.current()
  }, [lost])
  const near = useMemo(
    () => (nearest === null || at === null ? null : { origin: at, withinKm: nearest.withinKm }),
    [nearest, at],
  )
  return { near, busy, trouble, locate }
}
