import { useQuery } from '@tanstack/react-query'
import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import type { PersonView } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { useApi } from '../../lib/use-api.ts'
import { findCachedPeople } from './cached-records.ts'
import { isPerson } from './queries.ts'

type ToCall = { person: PersonView; as: string | null }

/** How many personas are searched, and how many people are shown. */
const maxPersonas = 3
const maxPeople = 3

/**
 * The people to call at a company: those who match the personas, otherwise the most senior; without an answer those on this device. `people`
 * is undefined while unknown; `retry` is set after a failure.
 */
export const usePeopleToCall = (
  companyId: string,
  personas: AccountIntelligence['personas'] | undefined,
): { people: readonly ToCall[] | undefined; retry: (() => void) | null } => {
  const api = useApi()
  const chosenPersonas = (personas ?? []).slice(0, maxPersonas)
  const { data, isError, refetch } = useQuery({
    queryKey: ['people-to-call', companyId, chosenPersonas],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        (chosenPersonas.length === 0 ? [null] : chosenPersonas).map(async (persona) => {
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
          return records.filter(isPerson).map((person) => ({ person, as: persona?.name ?? null }))
        }),
      )
      const all = new Map<string, ToCall>()
      for (const each of found.flat()) if (!all.has(each.person.id)) all.set(each.person.id, each)
      return [...all.values()].slice(0, maxPeople)
    },
    enabled: personas !== undefined,
  })
  const offline = useOffline()
  const fromDevice = data === undefined && (offline || isError)
  const cached = useLive(
    async (device) => (fromDevice ? findCachedPeople(device, companyId) : []),
    [fromDevice, companyId],
  )
  if (fromDevice && cached !== undefined && cached.length > 0)
    return { people: toCallAmong(cached, chosenPersonas), retry: null }
  return { people: data, retry: isError && data === undefined ? () => void refetch() : null }
}

const toCallAmong = (
  people: readonly PersonView[],
  personas: AccountIntelligence['personas'],
): readonly ToCall[] => {
  const found = people.map((person): ToCall => {
    const persona = personas.find(
      ({ seniorities, departments }) =>
        isAmong(person.seniority, seniorities) && isAmong(person.department, departments),
    )
    return { person, as: persona?.name ?? null }
  })
  const matching = found.filter(({ as }) => as !== null)
  return (matching.length > 0 ? matching : found).slice(0, maxPeople)
}

const isAmong = (value: string | undefined, values: readonly string[]): boolean =>
  values.length === 0 || (value !== undefined && values.includes(value))
