import type { DoNotCall } from '../../../contract/records/records.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { callAddress } from '../do-not-call/do-not-call.ts'
import { describeCallStatus } from './call-status.ts'
import { CopyButton } from './copy-button.tsx'
import { formatPhone } from './format-phone.ts'

export const AskBeforeCalling = ({
  name,
  number,
  dnc,
  open,
  onClose,
}: {
  name: string
  number: string
  dnc: DoNotCall
  open: boolean
  onClose: () => void
}) => {
  const text = formatPhone(number)
  const now = useMinute()
  const listed = dnc.listed === 'yes'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="sm"
      title={`Call ${name} anyway?`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Do not call
          </Button>
          <CopyButton value={number} what="number" label="Copy" onDone={onClose} />
          <a
            href={callAddress(number)}
            aria-label={`Call ${text}`}
            onClick={onClose}
            className={buttonClass(listed ? 'danger' : 'primary')}
            data-danger={listed || undefined}
          >
            <Icon name="phone" size={18} />
            Call
          </a>
        </>
      }
    >
      <p
        className={cx(
          'flex gap-2 rounded-sm px-3 py-2 text-14',
          listed ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn',
        )}
      >
        <Icon name="warning" size={18} className="mt-px shrink-0" />
        {describeCallStatus(dnc, now)}
      </p>
      <p className="tabular mt-3 text-20 font-semibold">{text}</p>
      <p className="mt-1 text-14 text-ink-soft">
        {listed
          ? 'A sales call to this number may break the law.'
          : `It may ${dnc.listed === 'unknown' ? 'be on the register' : 'have joined the register since'}. A sales call to this number may break the law.`}{' '}
        Call only if they asked for it or agreed to be called
        {listed ? '.' : ', or after an admin uploads today’s check under Privacy.'}
      </p>
    </Dialog>
  )
}
