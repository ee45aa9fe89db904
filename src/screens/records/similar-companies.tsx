import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { links } from '../../../contract/links.ts'
import type { CompanyView } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useFit } from '../../shared/account-fit/intelligence.ts'
import { useApi } from '../../lib/use-api.ts'
import { Section } from '../../ui/section.tsx'
import { formatTown } from './facts.ts'
import { isPerson } from './queries.ts'

const shown = 5

/** Companies of the same industry, size and region; the best fit first, where an ideal customer is described. */
export const SimilarCompanies = ({ company }: { company: CompanyView }) => {
  const api = useApi()
  const offline = useOffline()
  const fitOf = useFit()
  const filters = alike(company)
  const byFit = typeof fitOf === 'function'
  const found = useQuery({
    queryKey: ['similar', company.id, byFit],
    queryFn: async ({ signal }) => {
      const { records } = await api.records(
        {
          ...emptyCriteria,
          filters,
          category: 'company',
          // One more than shown, because the results contain the company itself.
          size: shown + 1,
          sorting: byFit ? [{ field: 'fit', order: 'desc' }] : [],
        },
        { signal },
      )
      return records.filter((record): record is CompanyView => !isPerson(record))
    },
    enabled: filters['industry'] !== undefined && fitOf !== undefined,
  })
  const companies = (found.data ?? []).filter(({ id }) => id !== company.id).slice(0, shown)
  if (filters['industry'] === undefined || (companies.length === 0 && !offline)) return null
  return (
    <Section title="Similar companies">
      <p className="text-13 text-ink-faint">
        {companies.length === 0
          ? 'Loads when you’re back online'
          : `Same industry, size and region${byFit ? ', best fit first' : ''}.`}
      </p>
      <ul>
        {companies.map((other) => (
          <li key={other.id} className="border-b last:border-b-0">
            <Link
              href={links.company(other.id)}
              className="flex items-baseline justify-between gap-4 rounded-sm py-2 hover:bg-sunken"
            >
              <span className="min-w-0">
                <span className="block truncate text-14 font-medium">{other.name}</span>
                <span className="block truncate text-13 text-ink-soft">
                  {townOf(other, company)}
                </span>
              </span>
              {byFit && (
                <span className="tabular shrink-0 text-13 text-ink-faint">
                  Fit {fitOf(other).score}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Of the location in the same region, and not of the head office elsewhere. */
const townOf = ({ hq, locations }: CompanyView, company: CompanyView): string | undefined => {
  const near = [hq, ...locations].find(
    (each) => each?.country === company.hq?.country && each?.state === company.hq?.state,
  )
  return formatTown(near ?? hq)
}

const alike = ({ industry, company_size: size, hq }: CompanyView): Record<string, string[]> => ({
  ...(industry && { industry: [industry.l2 ?? industry.l1] }),
  ...(size !== undefined && { company_size: [size] }),
  ...(hq && { location: [hq.state === undefined ? hq.country : `${hq.country}/${hq.state}`] }),
})
