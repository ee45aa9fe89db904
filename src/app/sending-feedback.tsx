import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useOpenedOnce } from '../ui/opened-once.ts'
import { feedbackStore } from './feedback-store.ts'
import { OverlayBoundary } from './overlay-boundary.tsx'

const FeedbackDialog = lazyComponent(() =>
  import('../screens/help/feedback-dialog.tsx').then((m) => m.FeedbackDialog),
)

/** Mounted from its first use. */
export const SendingFeedback = () => {
  const { open } = useSnapshot(feedbackStore)
  // The next user does not find it open.
  useEffect(() => close, [])
  if (!useOpenedOnce(open)) return null
  return (
    <OverlayBoundary wanted={open} onFail={close}>
      <FeedbackDialog open={open} onOpenChange={(next) => void (feedbackStore.open = next)} />
    </OverlayBoundary>
  )
}

const close = (): void => {
  feedbackStore.open = false
}
