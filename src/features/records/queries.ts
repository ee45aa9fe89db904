import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { emptyCriteria } from '../../../contract/criteria.ts'
import type { Category, CompanyView, PersonView, RecordView } from '../../../contract/records.ts'
import { useApi } from '../../lib/use-api.ts'

/** How many people a company's view shows before it leads to the search. */
export const peopleShown = 8

export const isPerson = (record: RecordView): record is PersonView => 'company_id' in record

/** One company; what a search has just shown of it stands there until the answer comes. */
export const useCompany = (id: string) => {
  const api = useApi()
  const client = useQueryClient()
  return useQuery({
    queryKey: ['record', 'company', id],
    queryFn: ({ signal }) => api.company({ id }, { signal }),
    placeholderData: () => {
      const seen = alreadySeen(client, 'company', id)
      return seen && !isPerson(seen) ? seen : undefined
    },
  })
}

/** One person; what a search has just shown of them stands there until the answer comes. */
export const usePerson = (id: string) => {
  const api = useApi()
  const client = useQueryClient()
  return useQuery({
    queryKey: ['record', 'people', id],
    queryFn: ({ signal }) => api.person({ id }, { signal }),
    placeholderData: () => {
      const seen = alreadySeen(client, 'people', id)
      return seen && isPerson(seen) ? seen : undefined
    },
  })
}

/** Those who work at a company, the most senior first, and how many there are. */
export const usePeopleOf = (companyId: string) => {
  const api = useApi()
  return useQuery({
    queryKey: ['people-of', companyId],
    queryFn: async ({ signal }) => {
      const answer = await api.records(
        {
          ...emptyCriteria,
          filters: { company_id: [companyId] },
          category: 'people',
          // One more than is shown, so that a person's own row can be left out of their colleagues.
          size: peopleShown + 1,
        },
        { signal },
      )
      return { total: answer.total, people: answer.records.filter(isPerson) }
    },
  })
}

const alreadySeen = (
  client: QueryClient,
  category: Category,
  id: string,
): CompanyView | PersonView | undefined => {
  for (const [, page] of client.getQueriesData<{ records: RecordView[] }>({
    queryKey: ['records', category],
  })) {
    const found = page?.records.find((record) => record.id === id)
    if (found) return found
  }
  return undefined
}
