import { useState } from 'react'
import { useLive } from '../../../shared/offline/device.tsx'
import { NextStop } from '../../../shared/day-plan/next-stop.tsx'
import { readDay } from '../../../shared/day-plan/read-day.ts'
import { useFetchedStops } from '../../../shared/day-plan/use-fetched-stops.ts'
import { usePosition } from '../../../shared/position/position.ts'
import { LogVisits } from '../../../shared/visits/log-visits.tsx'
import type { Visited } from '../../../shared/visits/visit-sheet.tsx'

/** The next stop of today's plan. */
export const TodaysPlan = ({ today }: { today: string }) => {
  const [about, setAbout] = useState<Visited | null>(null)
  const position = usePosition()
  const day = useLive((device) => readDay(device, today, position), [today, position]) ?? null
  useFetchedStops(day)
  return (
    <>
      {day !== null && <NextStop day={day} onLog={setAbout} />}
      <LogVisits about={about} onAbout={setAbout} isCard />
    </>
  )
}
