import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatRecords } from '../../lib/format.ts'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import { createList } from '../../offline/lists.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { companiesAmong } from '../../shared/records/record-kind.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import {
  criteriaOf,
  describeNear,
  describeWithin,
  firstListSize,
  firstReach,
  listName,
  widerThan,
  type Wanted,
} from './first-companies.ts'
import { FirstCompany } from './first-company.tsx'
import type { Progress } from './progress.ts'
import { StepFrame } from './step-frame.tsx'

/** The companies that fit best near the first region of the ideal customer; a press makes a list of them. */
export const ListStep = ({
  ideal,
  country,
  onCreated,
  onBack,
  skip,
}: {
  ideal: AccountIntelligence['idealCustomer']
  country: 'AU' | 'NZ'
  onCreated: (list: NonNullable<Progress['list']>) => void
  onBack: () => void
  skip: ReactNode
}) => {
  const api = useApi()
  const local = useLocal()
  const offline = useOffline()
  const region = ideal.regions[0] ?? country
  const [wanted, setWanted] = useState<Wanted>({
    region,
    reach: firstReach(region),
    anyIndustry: false,
  })
  const [making, setMaking] = useState<'no' | 'now' | 'failed'>('no')
  const criteria = criteriaOf(wanted, ideal)
  const { data, isError, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['records', 'company', 'first-run', criteria],
    queryFn: ({ signal }) =>
      api.records(
        {
          ...criteria,
          category: 'company',
          from: 0,
          size: firstListSize,
          sorting: [{ field: 'fit', order: 'desc' }],
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const found = companiesAmong(data?.records ?? [])
  const name = listName(wanted, found.length)
  const make = async (): Promise<void> => {
    setMaking('now')
    try {
      const recordIds = found.map(({ id }) => id)
      const id = await createList(local, { name, category: 'company', recordIds })
      onCreated({ id, name, count: found.length })
    } catch (failure) {
      log.error('Failed to make the first list', failure)
      setMaking('failed')
    }
  }
  const wider = widerThan(wanted, ideal).map((each) => (
    <Button key={each.label} size="sm" onClick={() => setWanted(each.wanted)}>
      {each.label}
    </Button>
  ))
  return (
    <StepFrame
      step="list"
      title={
        data === undefined && (offline || isError)
          ? 'Your first list'
          : titleFor(data?.total, wanted)
      }
      lead={leadFor(data?.total, wanted)}
      actions={
        <>
          {found.length > 0 && (
            <Button
              variant="primary"
              icon="list"
              busy={making === 'now'}
              disabledReason={isPlaceholderData ? 'Still looking.' : undefined}
              onClick={() => void make()}
            >
              Make my first list
            </Button>
          )}
          {skip}
        </>
      }
    >
      <Button
        variant="quiet"
        size="sm"
        icon="arrow-left"
        className="-mt-4 -mb-3 -ml-2.5 self-start"
        onClick={onBack}
      >
        Change your answers
      </Button>
      {making === 'failed' && (
        <Callout icon="warning" tone="danger" role="alert">
          We couldn’t save the list on this device. Nothing changed. Try again.
        </Callout>
      )}
      {offline && data !== undefined && (
        <Callout icon="offline">
          You’re offline. You can still make this list; it syncs when you reconnect.
        </Callout>
      )}
      {data === undefined ? (
        offline ? (
          <EmptyState drawing="offline" title="You’re offline" heading="h2">
            Your answers are saved. We’ll look for companies when you reconnect.
          </EmptyState>
        ) : isError ? (
          <ErrorState
            title="We couldn’t look for companies"
            heading="h2"
            onRetry={() => void refetch()}
          >
            {describeError(error).title}. Your answers are saved.
          </ErrorState>
        ) : (
          <Looking />
        )
      ) : (
        <>
          {data.total === 0 && <p className="flex flex-wrap gap-2">{wider}</p>}
          {data.total > 0 && data.total < firstListSize && (
            <Callout icon="info" actions={wider}>
              Only {formatRecords(data.total, 'company')} {describeWithin(wanted)}.
              {wider.length > 0 && ' Look further to get to twenty:'}
            </Callout>
          )}
          {found.length > 0 && (
            <ol
              aria-label={name}
              aria-busy={isPlaceholderData}
              className="divide-y divide-line overflow-hidden rounded-md border border-line bg-card transition-opacity aria-busy:opacity-60"
            >
              {found.map((company) => (
                <FirstCompany key={company.id} {...{ company, region }} />
              ))}
            </ol>
          )}
        </>
      )}
    </StepFrame>
  )
}

const titleFor = (total: number | undefined, wanted: Wanted): string => {
  const near = describeNear(wanted)
  if (total === undefined) return `Looking ${near}`
  if (total === 0) return `No companies ${near} yet`
  return total < firstListSize
    ? `${formatRecords(total, 'company')} ${near}`
    : `Your first ${firstListSize} ${near}`
}

const leadFor = (total: number | undefined, wanted: Wanted): string => {
  if (total === undefined)
    return `Up to ${firstListSize} companies ${describeNear(wanted)}, best fit first.`
  if (total === 0)
    return `We looked ${describeWithin(wanted)}. Try further out, or another industry.`
  return total < firstListSize
    ? 'Best fit first. Open one to see more.'
    : `The best fit of ${formatRecords(total, 'company')} ${describeWithin(wanted)}.`
}

const Looking = () => (
  <Delayed>
    <div role="status" className="flex flex-col gap-px">
      <span className="sr-only">Looking for companies</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex items-center gap-3 py-3">
          <Skeleton className="size-9" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="w-48 max-w-full" />
            <Skeleton className="h-3 w-64 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  </Delayed>
)
