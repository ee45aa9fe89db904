import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { Upload } from '../../../contract/money/uploads.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useOffline } from '../../lib/contact.ts'
import { formatPercent } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Told } from '../../ui/told.tsx'
import { useState } from 'react'
import { DropZone } from './drop-zone.tsx'
import { useSender, type Sending } from './sending.ts'
import { useDeleting } from './use-deleting.tsx'

/** A file on its way: how much of it is there, what it waits for, and how to stop it. */
export const OnItsWay = ({ sending }: { sending: Sending }) => {
  const sender = useSender()
  const offline = useOffline()
  const [, navigate] = useLocation()
  const { id, name, size, held, is, why, kept } = sending
  const waits = is === 'waiting' || (is === 'sending' && offline)
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-16 font-semibold wrap-anywhere">
          {is === 'refused'
            ? 'Not uploaded'
            : is === 'paused'
              ? 'Paused'
              : waits
                ? 'Waiting'
                : 'Uploading'}
        </h2>
        <p className="tabular text-14 text-ink-soft">
          {formatBytes(held)} of {formatBytes(size)}
        </p>
      </div>
      <Progress wide done={held} total={size} label={`${name} uploaded`} />
      {is === 'refused' ? (
        <Told icon="warning" tone="danger" role="alert">
          {why}
        </Told>
      ) : (
        <p role="status" className="text-14 text-ink-soft">
          {waits
            ? `You’re offline. ${thereWords(sending)}. It’ll resume when you reconnect. ${keptWords(kept)}`
            : is === 'paused'
              ? `${thereWords(sending)}. ${keptWords(kept)}`
              : `You can keep working in Fieldbook. ${keptWords(kept)}`}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {is === 'paused' || is === 'refused' ? (
          <Button variant="primary" icon="upload" onClick={() => sender?.resume(id)}>
            {is === 'paused' ? 'Resume' : 'Try again'}
          </Button>
        ) : (
          <Button onClick={() => sender?.pause(id)}>Pause</Button>
        )}
        <Button
          variant="quiet"
          onClick={() => {
            sender?.forget(id)
            navigate(links.dataExchange())
          }}
        >
          Stop uploading
        </Button>
      </div>
    </Card>
  )
}

const thereWords = ({ held, size }: Sending): string =>
  held === 0 ? 'Nothing uploaded yet' : `${formatPercent(held / size)} uploaded`

/** What closing the page would mean. */
const keptWords = (kept: boolean): string =>
  kept
    ? 'The file stays on this device, so you can close the page.'
    : 'Keep this page open: this device is too full to save the file.'

/** A file of which only a part has arrived, and which this page does not have: it has to be chosen again. */
export const Begun = ({ upload }: { upload: Upload }) => {
  const sender = useSender()
  const [error, setError] = useState<string>()
  const { id, name, size, held, isOwner, user } = upload
  const { deleteButton } = useDeleting(upload)
  const take = (file: File): void => {
    const same = file.name === name && file.size === size
    setError(
      same
        ? undefined
        : `That’s a different file. Choose ${name} (${formatBytes(size)}) to continue, or upload this one separately.`,
    )
    if (same) sender?.start(file, id)
  }
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="text-16 font-semibold">Upload not finished</h2>
          <p className="tabular text-14 text-ink-soft">
            {formatBytes(held)} of {formatBytes(size)}
          </p>
        </div>
        <Progress wide done={held} total={size} label={`${name} uploaded`} />
        <p className="flex gap-2 text-14 text-ink-soft">
          <Icon name="info" size={18} className="mt-px shrink-0" />
          <span className="max-w-text wrap-anywhere">
            {isOwner
              ? `The upload was interrupted. Choose ${name} again to pick up where it stopped.`
              : `${user.name} hasn’t finished uploading it.`}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">{deleteButton}</div>
      </Card>
      {isOwner && (
        <DropZone
          title={`Drop or choose ${name} again`}
          onFile={take}
          onSeveral={() => setError('Drop one file at a time.')}
          error={error}
        />
      )}
    </div>
  )
}
