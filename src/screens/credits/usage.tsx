import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Act } from '../../../contract/org/members.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { actNames } from '../../shared/credits/copy.ts'
import { formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { fillDays, sumOf } from './days.ts'
import { usageDays, usageQuery } from './queries.ts'
import { actFills, UsageChart } from './usage-chart.tsx'
import { UsageTable } from './usage-table.tsx'
import { localDayOf } from '../../../contract/core/days.ts'

export const Usage = () => {
  const { data, error, refetch } = useQuery(usageQuery(useApi()))
  const offline = useOffline()
  // Standard users see their own usage.
  const own = useIdentity().role !== 'admin'
  const [asTable, setAsTable] = useState(false)
  const [today] = useState(() => localDayOf(new Date()))
  const days = useMemo(() => data && fillDays(data.days, today, usageDays), [data, today])
  const sum = days && sumOf(days)
  const nothing = days?.every(({ total, refunded }) => total === 0 && refunded === 0) === true
  return (
    <Section
      title={`${own ? 'Your usage' : 'Usage'} in the last ${usageDays} days`}
      aside={
        days !== undefined &&
        !nothing && (
          <Button size="sm" variant="quiet" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show chart' : 'Show table'}
          </Button>
        )
      }
    >
      <div className="mt-2 rounded-md border border-line bg-card p-4 sm:p-5">
        {sum && !nothing && (
          <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-1.5">
            {Act.options.map((act) => (
              <li key={act} className="flex items-center gap-2 text-13 text-ink-soft">
                <span aria-hidden className={`size-2.5 rounded-xs ${actFills[act].swatch}`} />
                {actNames[act]}
                <span className="tabular font-medium text-ink">{formatNumber(sum[act])}</span>
              </li>
            ))}
          </ul>
        )}
        {days !== undefined && nothing && (
          <p className="py-6 text-center text-14 text-ink-soft">
            {own ? 'You spent no credits' : 'No credits spent'} in the last {usageDays} days.
          </p>
        )}
        {days !== undefined &&
          !nothing &&
          (asTable ? <UsageTable days={days} /> : <UsageChart days={days} />)}
        {days === undefined && error === null && !offline && (
          <Delayed>
            <Skeleton className="h-44 w-full" />
          </Delayed>
        )}
        {days === undefined && (error !== null || offline) && (
          <p role="alert" className="py-6 text-center text-14 text-ink-soft">
            {offline ? 'Usage isn’t on this device yet.' : 'We couldn’t load usage. '}
            {!offline && (
              <button
                type="button"
                className="font-medium text-accent-strong underline"
                onClick={() => void refetch()}
              >
                Try again
              </button>
            )}
          </p>
        )}
      </div>
    </Section>
  )
}
