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
  if (!useOpenedOnce(open)) return null
  const change = (next: boolean): void => {
    feedbackStore.open = next
  }
  return (
    <OverlayBoundary wanted={open} onFail={() => change(false)}>
      <FeedbackDialog open={open} onOpenChange={change} />
    </OverlayBoundary>
  )
}
