import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffline } from '../../../lib/connectivity.ts'
import { useMay } from '../../../shared/members/may.ts'
import { useApi } from '../../../lib/use-api.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { UploadWash } from './upload-wash.tsx'
import { KnownNumbers } from './known-numbers.tsx'
import { Policy } from './policy.tsx'
import { doNotCallQuery } from './queries.ts'
import { Washes } from './washes.tsx'
import { localDayOf } from '../../../../contract/core/days.ts'
import { describeError } from '../../../lib/describe-error.ts'

/** The organisation's checks of the Do Not Call Register and its policy (R17): admins change them, members read them. */
export const DoNotCall = () => {
  const { data, error, refetch } = useQuery(doNotCallQuery(useApi()))
  const offline = useOffline()
  const may = useMay('beginWash')
  const [today] = useState(() => localDayOf(new Date()))
  return (
    <Section title="Do not call">
      <p className="max-w-text pb-3 text-14 text-ink-soft">
        You can’t make sales calls to numbers on Australia’s Do Not Call Register. We flag listed
        numbers and check with you before you call.
      </p>
      {data === undefined && offline && (
        <EmptyState drawing="offline" title="Do Not Call isn’t available offline">
          It’ll load when you’re back online.
        </EmptyState>
      )}
      {data === undefined && !offline && error !== null && (
        <ErrorState title="We couldn’t load your checks" onRetry={() => void refetch()}>
          {describeError(error).title}.
        </ErrorState>
      )}
      {data === undefined && !offline && error === null && (
        <Delayed>
          <Skeleton className="h-48 w-full" />
        </Delayed>
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-4">
          <KnownNumbers known={data} today={today} />
          <Policy />
          {may.allowed && <UploadWash today={today} />}
          {data.washes.length > 0 && <Washes washes={data.washes} today={today} />}
        </div>
      )}
    </Section>
  )
}
