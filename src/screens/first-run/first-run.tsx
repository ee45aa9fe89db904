import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiClient } from '../../lib/api.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { uiState, useCountry } from '../../lib/ui-state.ts'
import { useApi } from '../../lib/use-api.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { intelligenceQuery } from '../../shared/account-fit/intelligence.ts'
import { customerMetadataQuery, subscriptionQuery } from '../../shared/queries.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { CustomersStep } from './customers-step.tsx'
import { InstallStep } from './install-step.tsx'
import { ListStep } from './list-step.tsx'
import { OfflineStep } from './offline-step.tsx'
import { useProgress, type Progress } from './progress.ts'

/** An admin's first run in an organisation without account intelligence: two questions, a first list, offline, install. `onOver` leads to Home. */
export const FirstRun = ({ onOver }: { onOver: () => void }) => {
  const offline = useOffline()
  const installed = useMedia('(display-mode: standalone)')
  const country = useBillingCountry()
  const { progress, save, finish } = useProgress()
  const chooseCountry = useChooseCountry()
  const { data, isError, error, refetch } = useQuery(intelligenceQuery(useApi()))
  // Another admin has answered, or this one has on another device.
  const isAnswered = data !== undefined && data.version > 0 && progress === null
  const end = (): void => {
    finish()
    onOver()
  }
  useEffect(() => {
    if (isAnswered) onOver()
  }, [isAnswered, onOver])
  const skip = (
    <Button
      variant="quiet"
      onClick={() => {
        chooseCountry(progress?.answers.country ?? country)
        end()
      }}
    >
      Skip for now
    </Button>
  )
  if (isAnswered) return <Opening />
  const now: Progress = progress ?? {
    step: 'customers',
    answers: { sells: '', industries: [], sizes: [], country, region: null },
    list: null,
  }
  const { step, answers, list } = now
  const goTo = (next: Partial<Progress>): void => save({ ...now, ...next })
  if (step === 'offline' && list !== null)
    return (
      <OfflineStep list={list} onNext={() => (installed ? end() : goTo({ step: 'install' }))} />
    )
  if (step === 'install') return <InstallStep onDone={end} />
  // After a reload the stored answer may be from before the questions.
  const isStale = data !== undefined && data.version === 0 && step !== 'customers'
  if (data === undefined || isStale)
    return offline ? (
      <EmptyState drawing="offline" title="You’re offline" heading="h1" action={skip}>
        {isStale
          ? 'Your answers are saved. Reconnect to find companies.'
          : 'Reconnect to set up Fieldbook for your company.'}
      </EmptyState>
    ) : isError ? (
      <ErrorState
        title="We couldn’t open the set-up"
        heading="h1"
        onRetry={() => void refetch()}
        action={skip}
      >
        {describeError(error).title}.
      </ErrorState>
    ) : (
      <Opening />
    )
  if (step === 'customers')
    return (
      <CustomersStep
        saved={data}
        answers={answers}
        onChange={(changed) => goTo({ answers: changed })}
        onSaved={() => {
          chooseCountry(answers.country)
          goTo({ step: 'list' })
        }}
        skip={skip}
      />
    )
  return (
    <ListStep
      ideal={data.config.idealCustomer}
      country={answers.country}
      onCreated={(created) => goTo({ step: 'offline', list: created })}
      onBack={() => goTo({ step: 'customers' })}
      skip={skip}
    />
  )
}

/** As it was chosen with the plan. */
const useBillingCountry = (): 'AU' | 'NZ' => {
  const { orgId } = useIdentity()
  const current = useCountry()
  const { data } = useQuery({
    ...subscriptionQuery(useApi(), orgId ?? ''),
    enabled: orgId !== null,
  })
  return data?.billingCountry === 'NZ' ? 'NZ' : current
}

/** Stores the default country of the organisation, which also says that an admin has answered or skipped the first run. */
const useChooseCountry = (): ((country: 'AU' | 'NZ') => void) => {
  const { orgId } = useIdentity()
  const api: ApiClient = useApi()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: ['Changing the default country'],
    mutationFn: (defaultCountry: 'AU' | 'NZ') =>
      api.updateCountry({ orgId: orgId ?? '', data: { defaultCountry } }),
    onSuccess: () => client.invalidateQueries(customerMetadataQuery(api)),
  })
  return (country) => {
    uiState.country = country
    mutate(country)
  }
}

const Opening = () => (
  <Delayed>
    <div role="status" className="mx-auto w-full max-w-160 px-4 pt-10 sm:px-8">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-72 max-w-full" />
      <Skeleton className="mt-6 h-72 w-full" />
    </div>
  </Delayed>
)
