import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { useCountry } from '../../../lib/ui-state.ts'
import { useApi } from '../../../lib/use-api.ts'
import type { Device } from '../../../offline/database.ts'
import { lists, pins, recentSearches, savedSearches } from '../../../offline/live.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { useHasFollowUps } from '../../../shared/visits/use-follow-ups.ts'
import { adviceOn, useReadFailure } from '../../../shared/offline/read-failure.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { BestFits, RecentAccounts } from './accounts.tsx'
import { AvailableOffline } from './available-offline.tsx'
import { useStepsDismissed } from './dismissed-steps.ts'
import { FirstSteps } from './first-steps.tsx'
import { InProgress } from './in-progress.tsx'
import { homeQuery } from './queries.ts'
import { QuickLinks } from './quick-links.tsx'
import { readRecentAccounts } from './recent-accounts.ts'
import { Today } from './today.tsx'
import { readToday } from './today-data.ts'
import { SignalsForYou } from './signals-for-you.tsx'
import { WaitingForYou } from './waiting-for-you.tsx'

/** Today, what waits, what is next, what is new; offline, what is on the device comes first. `searches` renders saved and recent searches. */
export const Day = ({ searches }: { searches: ReactNode }) => {
  const offline = useOffline()
  const { dismissed } = useStepsDismissed()
  const isNew = useLive(readIsNew)
  const hasToday = useHasFollowUps()
  const today = useLive(readToday)
  const unread = useReadFailure(isNew)
  const { data, isError } = useQuery(homeQuery(useApi(), useCountry()))
  // Accounts of the team fill the day of a new member.
  const hasTeamAccounts = data === undefined ? !offline && !isError : data.topAccounts.length > 0
  const isEmpty = isNew === true && !hasTeamAccounts
  // They invite as well, and the signals below stay in sight.
  const hasSteps = !offline && !dismissed && data !== undefined
  // All at once: sections that come one by one would move under a finger.
  if ((isNew === undefined || (hasToday && today === undefined)) && unread === null)
    return (
      <Delayed>
        <Skeleton className="h-28 w-full rounded-md" />
      </Delayed>
    )
  const waiting = (
    <Columns key="waiting">
      <WaitingForYou />
      <InProgress />
    </Columns>
  )
  const next = (
    <Columns key="next">
      {offline ? (
        <>
          <AvailableOffline key="lists" />
          <RecentAccounts key="accounts" />
        </>
      ) : (
        <>
          <RecentAccounts key="accounts" />
          <AvailableOffline key="lists" />
        </>
      )}
    </Columns>
  )
  return (
    <>
      {hasToday &&
        today !== undefined &&
        (!isEmpty ||
          today.isPlanned ||
          today.open.length + today.visits.length + today.visited.length > 0) && (
          <Today data={today} />
        )}
      {!offline && <FirstSteps />}
      {unread !== null && (
        <p className="text-14 text-ink-soft">
          This device can’t store offline data right now. To use lists offline, {adviceOn(unread)}.
        </p>
      )}
      {isEmpty && (
        <>
          {!hasSteps && <NewDay />}
          {!offline && <QuickLinks />}
        </>
      )}
      {offline && !isEmpty ? [next, waiting] : isEmpty ? waiting : [waiting, next]}
      <Columns>
        <SignalsForYou />
        <BestFits />
      </Columns>
      {searches}
      {!offline && !isEmpty && <QuickLinks />}
    </>
  )
}

/** Side by side where there is space for both; a section alone takes it all. */
const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))] gap-x-6 gap-y-8 empty:hidden">
    {children}
  </div>
)

const NewDay = () => (
  <EmptyState
    drawing="blank"
    className="py-2!"
    heading="h2"
    title="Your day starts here"
    action={
      <Link href={links.newSearch()} className={buttonClass()}>
        Find companies
      </Link>
    }
  >
    Your visits, lists and searches show up here, online and offline.
  </EmptyState>
)

const readIsNew = async (device: Device): Promise<boolean> => {
  const all = await Promise.all([
    readRecentAccounts(device),
    lists(device),
    pins(device),
    savedSearches(device),
    recentSearches(device),
  ])
  return all.every(({ length }) => length === 0)
}
