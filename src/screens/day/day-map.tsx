import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import { RecordMap } from '../../shared/map/record-map.tsx'
import type { DayStop } from '../../shared/day-plan/read-day.ts'
import type { Visited } from '../../shared/visits/visit-sheet.tsx'

/** The stops of a day on a map, numbered, with a line in their order. */
export const DayMap = ({
  stops,
  onVisit,
}: {
  stops: readonly DayStop[]
  onVisit: (about: Visited) => void
}) => {
  const [, navigate] = useLocation()
  const found = useMemo(() => stopsOnMap(stops), [stops])
  return (
    <div className="flex h-[55dvh] *:flex-1 lg:sticky lg:top-20 lg:w-1/2">
      <RecordMap
        shown="stops"
        found={found}
        onOpen={(id) =>
          navigate(
            recordLink(stops.find(({ recordId }) => recordId === id)?.category ?? 'company', id),
          )
        }
        onVisit={onVisit}
      />
    </div>
  )
}

/** Numbered as in the list. */
export const stopsOnMap = (stops: readonly DayStop[]) => {
  const points = stops.flatMap(({ category, recordId, name, spot }, index) =>
    name === null || spot === null
      ? []
      : [{ id: recordId, category, name, lat: spot.lat, lng: spot.lng, order: index + 1 }],
  )
  return { points, read: stops.length, total: stops.length }
}
