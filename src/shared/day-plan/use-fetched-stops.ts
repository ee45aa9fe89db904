import { useQuery } from '@tanstack/react-query'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { fetchStops } from './fetch-stops.ts'
import type { Day } from './read-day.ts'
import { useLocal } from '../offline/device.tsx'

/** Fetches the records of stops that were planned on another device. */
export const useFetchedStops = (day: Day | null): void => {
  const api = useApi()
  const local = useLocal()
  const offline = useOffline()
  const missing = (day?.stops ?? []).filter(({ view, name }) => view === null && name !== null)
  const idsIn = (category: 'company' | 'people'): string[] =>
    missing.filter((stop) => stop.category === category).map(({ recordId }) => recordId)
  const [companies, people] = [idsIn('company'), idsIn('people')]
  useQuery({
    queryKey: ['stops', companies, people],
    queryFn: async () => {
      await fetchStops(api, local, 'company', companies)
      await fetchStops(api, local, 'people', people)
      return null
    },
    enabled: !offline && missing.length > 0,
  })
}
