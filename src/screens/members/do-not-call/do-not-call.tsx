import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffline } from '../../../lib/contact.ts'
import { localDay } from '../../../lib/local-day.ts'
import { useMay } from '../../../shared/members/may.ts'
import { useApi } from '../../../lib/use-api.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { BringIn } from './bring-in.tsx'
import { KnownNumbers } from './known.tsx'
import { Policy } from './policy.tsx'
import { doNotCallQuery } from './queries.ts'
import { Washes } from './washes.tsx'

/** What the company knows of the Do Not Call Register, and what it does about it (R17): admins change it, everybody reads it. */
export const DoNotCall = () => {
  const { data, error, refetch } = useQuery(doNotCallQuery(useApi()))
  const offline = useOffline()
  const may = useMay('beginWash')
  const [today] = useState(() => localDay(new Date()))
  return (
    <Section title="Do not call">
      <p className="max-w-text pb-3 text-14 text-ink-soft">
        You can’t make sales calls to numbers on Australia’s Do Not Call Register. We flag listed
        numbers and check with you before you call.
      </p>
      {data === undefined && offline && (
        <EmptyState icon="offline" title="Do Not Call isn’t available offline">
          It’ll load when you’re back online.
        </EmptyState>
      )}
      {data === undefined && !offline && error !== null && (
        <ErrorState title="We couldn’t load your checks" onRetry={() => void refetch()}>
          {error.message}.
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
          {may.allowed && <BringIn today={today} />}
          {data.washes.length > 0 && <Washes washes={data.washes} today={today} />}
        </div>
      )}
    </Section>
  )
}
