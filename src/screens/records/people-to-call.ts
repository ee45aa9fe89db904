import { useQuery } from '@tanstack/react-query'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import type { PersonView } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLate } from '../../lib/use-late.ts'
import { intelligenceQuery } from '../../shared/account-fit/intelligence.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { findCachedPeople } from '../../shared/records/cached-records.ts'
import { isPerson } from './queries.ts'

export type ToCall = { person: PersonView; as: string | null }

export type PeopleToCall = {
  people: readonly ToCall[] | undefined
  /** They are the ones on this device, because the server does not answer. */
  fromDevice: boolean
  described: boolean
  /** Set after a failure. */
  retry: (() => void) | null
}

const maxPersonas = 3
const maxPeople = 3

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

const toCallAmong = (
  people: readonly PersonView[],
  personas: AccountIntelligence['personas'],
): readonly ToCall[] => {
  const found = people.filter(isThere).map((person): ToCall => {
    const persona = personas.find(
      ({ seniorities, departments }) =>
        isAmong(person.seniority, seniorities) && isAmong(person.department, departments),
    )
    return { person, as: persona?.name ?? null }
  })
  const matching = found.filter(({ as }) => as !== null)
  return (matching.length > 0 ? matching : found).slice(0, maxPeople)
}

const isThere = ({ left }: PersonView): boolean => left === undefined

const isAmong = (value: string | undefined, values: readonly string[]): boolean =>
  values.length === 0 || (value !== undefined && values.includes(value))
