import { useLocation } from 'wouter'
import { links } from '../../contract/links.ts'
import { startTour } from '../screens/help/tours.ts'
import { FirstSteps } from '../screens/home/today/first-steps.tsx'
import { InProgress } from '../screens/home/today/in-progress.tsx'
import { AvailableOffline } from '../screens/home/today/available-offline.tsx'
import { SignalsLately } from '../screens/home/today/signals-lately.tsx'
import { TopAccounts } from '../screens/home/today/top-accounts.tsx'
import { SavedSearches } from '../screens/search/saved/saved-searches.tsx'

export const HomeParts = () => {
  const [, navigate] = useLocation()
  return (
    <>
      <FirstSteps
        onTour={() => {
          navigate(links.newSearch())
          void startTour('search')
        }}
      />
      <InProgress />
      <SavedSearches within="home" />
      <SignalsLately />
      <div className="grid grid-cols-1 gap-x-6 gap-y-8 lg:grid-cols-2">
        <TopAccounts />
        <AvailableOffline />
      </div>
    </>
  )
}
