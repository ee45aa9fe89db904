import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { OfflineCopy } from '../../shared/offline/offline-copy.tsx'
import { useLive, useLocal, useStorageError } from '../../shared/offline/device.tsx'
import { formatCount, formatRecords } from '../../lib/format.ts'
import { log } from '../../lib/log.ts'
import { adviceOn } from '../../shared/offline/read-failure.ts'
import { evictAll, evictViewed } from '../../offline/evict.ts'
import { unpin } from '../../offline/pins.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useEstimate } from './estimate.ts'
import { Space } from './space.tsx'
import { measureDevice, type PinUsage, type StorageUsage } from './measure-device.ts'

export const StorageScreen = () => {
  const all = useLive(measureDevice)
  const trouble = useStorageError()
  return (
    <Page title="Storage" lead="What Fieldbook saves on this device so it works offline.">
      {all !== undefined && <StorageDetails all={all} />}
      {all === undefined && trouble === null && (
        <Delayed>
          <Skeleton className="h-40 w-full" />
        </Delayed>
      )}
      {all === undefined && trouble !== null && (
        <ErrorState title="We can’t read what’s saved on this device">
          Anything already synced is safe. To see what’s saved here, {adviceOn(trouble)}.
        </ErrorState>
      )}
    </Page>
  )
}

const StorageDetails = ({ all }: { all: StorageUsage }) => {
  const local = useLocal()
  const { estimate, ask } = useEstimate(all)
  const [sure, setSure] = useState(false)
  const nothing = all.pins.length === 0 && all.viewed.count === 0
  return (
    <div className="flex flex-col gap-8">
      <Space estimate={estimate} onAsk={ask} />
      <Part title="Offline lists">
        {all.pins.length === 0 && (
          <li className="px-4 py-3.5 text-14 text-ink-soft">
            No offline lists yet. Open a{' '}
            <Link href={links.lists()} className="font-medium text-accent-strong underline">
              list or saved search
            </Link>{' '}
            and choose “Make available offline”.
          </li>
        )}
        {all.pins.map((each) => (
          <PinRow
            key={each.pin.id}
            usage={each}
            onFree={() => free(() => unpin(local, each.pin.id))}
          />
        ))}
      </Part>
      <Part title="Saved automatically">
        <Row
          name="Records you opened"
          note={`${formatCount(all.viewed.count, 'record', 'records')}, up to the last 200`}
          bytes={all.viewed.bytes}
        >
          {all.viewed.count > 0 && (
            <Button
              size="sm"
              aria-label="Remove the records you opened"
              onClick={() => free(() => evictViewed(local))}
            >
              Remove
            </Button>
          )}
        </Row>
        {all.stops.count > 0 && (
          <Row
            name="Stops of your plans"
            note={`${formatCount(all.stops.count, 'record', 'records')}, until their day is over`}
            bytes={all.stops.bytes}
          />
        )}
        <Row
          name="Your lists, searches and notes"
          note={[
            formatCount(all.saved.lists, 'list', 'lists'),
            formatCount(all.saved.searches, 'saved search', 'saved searches'),
            formatCount(all.saved.notes, 'note or visit', 'notes and visits'),
          ].join(', ')}
          bytes={all.saved.bytes}
        />
        <Row
          name="Changes not synced yet"
          note={
            all.unsent === 0
              ? 'None'
              : `${formatCount(all.unsent, 'change', 'changes')} only on this device, always kept`
          }
        >
          {all.unsent > 0 && (
            <Link href={links.sync()} className="text-14 font-medium text-accent-strong underline">
              Sync centre
            </Link>
          )}
        </Row>
      </Part>
      <Button
        className="self-start"
        icon="trash"
        disabledReason={nothing ? 'No offline data to remove.' : undefined}
        onClick={() => setSure(true)}
      >
        Remove all offline data
      </Button>
      <Dialog
        open={sure}
        onOpenChange={setSure}
        size="sm"
        title="Remove all offline data?"
        description="This removes the records saved on this device, so your lists won’t open offline. Your lists, searches, notes and unsynced changes stay."
        footer={
          <>
            <Button variant="quiet" onClick={() => setSure(false)}>
              Cancel
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setSure(false)
                free(() => evictAll(local))
              }}
            >
              Remove all offline data
            </Button>
          </>
        }
      />
    </div>
  )
}

const free = (work: () => Promise<void>): void => {
  work().then(
    () => showToast({ title: 'Offline data removed' }),
    (error: unknown) => {
      if (!(error instanceof StorageError)) log.error('Failed to remove offline data', error)
      showToast({ title: 'We couldn’t remove this. Nothing changed.', tone: 'danger' })
    },
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="text-16 font-semibold">{title}</h2>
    <ul className="mt-3 flex flex-col divide-y divide-line rounded-md border border-line bg-card">
      {children}
    </ul>
  </section>
)

const PinRow = ({
  usage: { pin, name, bytes },
  onFree,
}: {
  usage: PinUsage
  onFree: () => void
}) => (
  <Row
    name={
      <Link href={links.list(pin.sourceId)} className="hover:underline">
        {name}
      </Link>
    }
    note={
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
        {formatRecords(pin.done, pin.category)}
        <OfflineCopy pin={pin} name={name} />
      </span>
    }
    bytes={bytes}
  >
    <Button size="sm" aria-label={`Remove offline copy of ${name}`} onClick={onFree}>
      Remove
    </Button>
  </Row>
)

const Row = ({
  name,
  note,
  bytes,
  children,
}: {
  name: ReactNode
  note: ReactNode
  bytes?: number
  children?: ReactNode
}) => (
  <li className="flex items-center gap-3 px-4 py-3">
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">{name}</p>
      <div className="tabular text-13 text-ink-soft">{note}</div>
    </div>
    {bytes !== undefined && bytes > 0 && (
      <span className="tabular shrink-0 text-14 text-ink-soft">{formatBytes(bytes)}</span>
    )}
    {children}
  </li>
)
