import { useQuery } from '@tanstack/react-query'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import type { PersonView, RecordView } from '../../../contract/records/records.ts'
import { useApi } from '../../lib/use-api.ts'

/** How many people a company's view shows before it leads to the search. */
export const peopleShown = 8

export const isPerson = (record: RecordView): record is PersonView => 'company_id' in record

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
