import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { Upload } from '../../../contract/money/uploads.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatPercent } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Callout } from '../../ui/callout.tsx'
import { useState } from 'react'
import { DropZone } from './drop-zone.tsx'
import { useSender, type Sending } from './sender.ts'
import { useDeleting } from './use-deleting.tsx'

export const UploadProgress = ({ sending }: { sending: Sending }) => {
  const sender = useSender()
  const offline = useOffline()
  const [, navigate] = useLocation()
  const { id, name, size, received, is, why, isStored } = sending
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
          {formatBytes(received)} of {formatBytes(size)}
        </p>
      </div>
      <Progress wide done={received} total={size} label={`${name} uploaded`} />
      {is === 'refused' ? (
        <Callout icon="warning" tone="danger" role="alert">
          {why}
        </Callout>
      ) : (
        <p role="status" className="text-14 text-ink-soft">
          {waits
            ? `You’re offline. ${describeProgress(sending)}. It’ll resume when you reconnect. ${describeStorage(isStored)}`
            : is === 'paused'
              ? `${describeProgress(sending)}. ${describeStorage(isStored)}`
              : `You can keep working in Fieldbook. ${describeStorage(isStored)}`}
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

const describeProgress = ({ received, size }: Sending): string =>
  received === 0 ? 'Nothing uploaded yet' : `${formatPercent(received / size)} uploaded`

const describeStorage = (isStored: boolean): string =>
  isStored
    ? 'The file stays on this device, so you can close the page.'
    : 'Keep this page open: this device is too full to save the file.'

/** An upload that arrived in part and whose file this page lacks: the user has to choose it again. */
export const InterruptedUpload = ({ upload }: { upload: Upload }) => {
  const sender = useSender()
  const [error, setError] = useState<string>()
  const { id, name, size, receivedBytes: received, isOwner, user } = upload
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
            {formatBytes(received)} of {formatBytes(size)}
          </p>
        </div>
        <Progress wide done={received} total={size} label={`${name} uploaded`} />
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
