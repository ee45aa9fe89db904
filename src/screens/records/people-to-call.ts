import { useQuery } from '@tanstack/react-query'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLate } from '../../lib/use-late.ts'
import { intelligenceQuery } from '../../shared/account-fit/intelligence.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { findCachedPeople } from '../../shared/records/cached-records.ts'
import {
  isThere,
  maxPeople,
  maxPersonas,
  toCallAmong,
  type ToCall,
} from '../../shared/account-fit/to-call.ts'
import { isPerson } from './queries.ts'

export type PeopleToCall = {
  people: readonly ToCall[] | undefined
  /** They are the ones on this device, because the server does not answer. */
  fromDevice: boolean
  described: boolean
  /** Set after a failure. */
  retry: (() => void) | null
}

/** The people to call at a company: those who match the personas, otherwise the most senior; offline those on this device. */
export const usePeopleToCall = (companyId: string): PeopleToCall => {
  const api = useApi()
  const intelligence = useQuery(intelligenceQuery(api))
  const personas = (intelligence.data?.config.personas ?? []).slice(0, maxPersonas)
  const found = useQuery({
    queryKey: ['people-to-call', companyId, personas],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        (personas.length === 0 ? [null] : personas).map(async (persona) => {
          const { records } = await api.records(
            {
              ...emptyCriteria,
              filters: {
                company_id: [companyId],
                ...(persona &&
                  persona.seniorities.length > 0 && { seniority: persona.seniorities }),
                ...(persona &&
                  persona.departments.length > 0 && { department: persona.departments }),
              },
              category: 'people',
              size: maxPeople,
            },
            { signal },
          )
          return records
            .filter(isPerson)
            .filter(isThere)
            .map((person) => ({ person, as: persona?.name ?? null }))
        }),
      )
      const all = new Map<string, ToCall>()
      for (const each of answers.flat()) if (!all.has(each.person.id)) all.set(each.person.id, each)
      return [...all.values()].slice(0, maxPeople)
    },
    enabled: !intelligence.isPending,
  })
  const offline = useOffline()
  const late = useLate(found.isPending)
  const fromDevice = found.data === undefined && (offline || late || found.isError)
  const cached = useLive(
    async (device) => (fromDevice ? findCachedPeople(device, companyId) : []),
    [fromDevice, companyId],
  )
  const some = fromDevice && cached !== undefined && cached.length > 0
  return {
    people: some ? toCallAmong(cached, personas) : fromDevice && offline ? [] : found.data,
    fromDevice,
    described: personas.length > 0,
    retry: found.isError && !offline && !some ? () => void found.refetch() : null,
  }
}
