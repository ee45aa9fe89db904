import { useLocation } from 'wouter'
import { Dialog } from '../../ui/dialog.tsx'
import { FeedbackForm } from './feedback-form.tsx'

/** Feedback about the screen below, which stays as it is. */
export const FeedbackDialog = ({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) => {
  const [path] = useLocation()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Send feedback">
      <FeedbackForm page={path} screen={() => document.getElementById('root')} />
    </Dialog>
  )
}
