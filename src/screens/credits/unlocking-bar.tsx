import type { Category } from '../../../contract/records/records.ts'
import type { UnlockProgress } from '../../shared/credits/unlock.ts'
import { formatCredits } from '../../shared/credits/copy.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'

export const UnlockingBar = ({
  category,
  done,
  total,
  charged,
  stopped,
  onGoOn,
  onClose,
}: UnlockProgress & {
  category: Category
  stopped: boolean
  onGoOn: () => void
  onClose: () => void
}) => (
  <section
    aria-label="Revealing"
    className="fixed inset-x-4 bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom)+1rem)] z-40 rounded-md border border-line bg-card p-4 shadow-overlay sm:right-6 sm:bottom-28 sm:left-auto sm:w-96"
  >
    <p role="status" className="tabular flex items-center gap-2 text-14 font-medium">
      {stopped && <Icon name="warning" size={18} className="text-warn" />}
      {stopped ? 'Stopped: ' : 'Revealing: '}
      {formatNumber(done)} of {formatRecords(total, category)}
    </p>
    <span className="mt-2 block">
      <Progress done={done} total={total} label="Revealed so far" wide />
    </span>
    <p className="tabular mt-2 text-13 text-ink-soft">
      {formatCredits(charged)} so far.{' '}
      {stopped
        ? 'Anything revealed is yours. You’ll never pay for it again.'
        : 'You can keep working.'}
    </p>
    {stopped && (
      <div className="mt-3 flex justify-end gap-2">
        <Button size="sm" variant="quiet" onClick={onClose}>
          Dismiss
        </Button>
        <Button size="sm" variant="primary" onClick={onGoOn}>
          Resume
        </Button>
      </div>
    )}
  </section>
)
