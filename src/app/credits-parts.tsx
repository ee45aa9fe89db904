import { useSnapshot } from 'valtio'
import { unlocking } from '../shared/unlocks/unlocking.ts'
import { useSettled } from '../lib/when-settled.ts'
import { useOpenedOnce } from '../ui/opened-once.ts'
import { part } from '../ui/part.tsx'
import { OverlayBoundary } from './overlay-boundary.tsx'

const Notice = part(() =>
  import('../screens/credits/credits-notice.tsx').then((m) => m.CreditsNotice),
)
const Unlocking = part(() => import('../screens/credits/unlocking.tsx').then((m) => m.Unlocking))

/** What is to be told of the credits above every screen: asked once the first one stands. */
export const CreditsBanner = () => (useSettled() ? <Notice /> : null)

/** The price of records somebody wants unlocked, and how far that is: from the first time on, whichever screen follows. */
export const UnlockingRecords = () => {
  const wanted = useSnapshot(unlocking).asked !== null
  if (!useOpenedOnce(wanted)) return null
  return (
    <OverlayBoundary wanted={wanted} onFail={() => (unlocking.asked = null)}>
      <Unlocking />
    </OverlayBoundary>
  )
}
