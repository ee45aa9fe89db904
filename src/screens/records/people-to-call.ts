import { useQuery } from '@tanstack/react-query'
import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import type { PersonView } from '../../../contract/records/records.ts'
import { useApi } from '../../lib/use-api.ts'
import { isPerson } from './queries.ts'

type ToCall = { person: PersonView; as: string | null }

/** How many kinds of people are asked for, and how many people are named. */
const kinds = 3
const most = 3

/** The people of a company one calls: like the personas, the first kind first; without any, the most senior ones. `people` is undefined while it is not known, `retry` there where it could not be fetched. */
export const usePeopleToCall = (
  companyId: string,
  personas: AccountIntelligence['personas'] | undefined,
): { people: readonly ToCall[] | undefined; retry: (() => void) | null } => {
  const api = useApi()
  const asked = (personas ?? []).slice(0, kinds)
  const { data, isError, refetch } = useQuery({
    queryKey: ['people-to-call', companyId, asked],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        (asked.length === 0 ? [null] : asked).map(async (persona) => {
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
              size: most,
            },
            { signal },
          )
          return records.filter(isPerson).map((person) => ({ person, as: persona?.name ?? null }))
        }),
      )
      const all = new Map<string, ToCall>()
      for (const each of found.flat()) if (!all.has(each.person.id)) all.set(each.person.id, each)
      return [...all.values()].slice(0, most)
    },
    enabled: personas !== undefined,
  })
  return { people: data, retry: isError && data === undefined ? () => void refetch() : null }
}
