import { useQuery } from '@tanstack/react-query'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import type { PersonView, RecordView } from '../../../contract/records/records.ts'
import { useApi } from '../../lib/use-api.ts'

export const peopleShown = 8

export const isPerson = (record: RecordView): record is PersonView => 'company_id' in record

/** The people of a company, the most senior first, and their number. */
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
          // One more than shown, because a person is left out of their own colleagues.
          size: peopleShown + 1,
        },
        { signal },
      )
      return { total: answer.total, people: answer.records.filter(isPerson) }
    },
  })
}
