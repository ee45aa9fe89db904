import { useQuery } from '@tanstack/react-query'
import type { Category } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { useCountry } from '../../lib/ui-state.ts'
import { registerQuery } from '../../shared/queries.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** How many records the country of the top bar has, where the others are, and how many can be reached. */
export const Market = () => (
  <Section title="What is in Fieldbook">
    <div className="mt-2 grid grid-cols-1 gap-3 @2xl:grid-cols-2">
      <CategoryCard category="company" title="Companies" icon="building" counted="Head offices: " />
      <CategoryCard category="people" title="People" icon="people" counted="" />
    </div>
  </Section>
)

const CategoryCard = ({
  category,
  title,
  icon,
  counted,
}: {
  category: Category
  title: string
  icon: IconName
  /** What is counted by country, where that is not the records themselves. */
  counted: string
}) => {
  const country = useCountry()
  const { data, isError, refetch } = useQuery(registerQuery(useApi(), category, country))
  const offline = useOffline()
  if (offline && !data)
    return (
      <Card>
        <p className="text-14 text-ink-soft">{title} are counted when you’re back online.</p>
      </Card>
    )
  if (isError && !data)
    return (
      <Card>
        <ErrorState
          title={`We couldn’t load the number of ${title.toLowerCase()}`}
          onRetry={() => void refetch()}
          className="py-4"
        />
      </Card>
    )
  return (
    <Card className="flex flex-col gap-5">
      <div>
        <p className="flex items-center gap-2 text-14 text-ink-soft">
          <Icon name={icon} size={18} className="text-ink-faint" />
          {title} in {countryNames[country]}
        </p>
        <p className="tabular mt-1 text-34 font-semibold">
          {data ? formatNumber(data.total) : <Skeleton className="h-10 w-36" />}
        </p>
        <p className="tabular mt-1 text-13 text-ink-faint">
          {data ? (
            <>
              {counted}
              {formatNumber(data.byCountry['AU'] ?? 0)} in Australia ·{' '}
              {formatNumber(data.byCountry['NZ'] ?? 0)} in New Zealand
            </>
          ) : (
            <Skeleton className="h-4.5 w-56" />
          )}
        </p>
      </div>
      <dl className="grid grid-cols-[auto_1fr_auto_auto] items-center gap-x-3 gap-y-2 text-13">
        <Reach label="With an email" count={data?.coverage.email} total={data?.total} />
        <Reach label="With a mobile" count={data?.coverage.mobile} total={data?.total} />
        <Reach label="With a phone" count={data?.coverage.phone} total={data?.total} />
      </dl>
    </Card>
  )
}

const countryNames = { AU: 'Australia', NZ: 'New Zealand' } as const

const Reach = ({
  label,
  count = 0,
  total = 0,
}: {
  label: string
  count: number | undefined
  total: number | undefined
}) => {
  const share = total === 0 ? 0 : count / total
  return (
    <div className="contents">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="col-span-3 grid grid-cols-subgrid items-center">
        <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
          <span
            className="block h-full origin-left rounded-full bg-data transition-transform duration-place"
            style={{ transform: `scaleX(${share})` }}
          />
        </span>
        <span className="tabular text-right font-medium">{formatNumber(count)}</span>
        <span className="tabular w-9 text-right text-ink-faint">{formatPercent(share)}</span>
      </dd>
    </div>
  )
}
