import { Link } from 'wouter'
import { typeLabel } from '../../../contract/money/downloads.ts'
import { links } from '../../../contract/links.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { formatAgo, formatRecords } from '../../lib/format.ts'
import { log } from '../../lib/log.ts'
import { countOf, isFile } from '../../offline/entities/download.ts'
import { queuedDownloads, type QueuedDownload } from '../../offline/downloads.ts'
import { undo } from '../../offline/outbox.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { formatCredits } from '../../shared/credits/copy.ts'

export const Queued = () => {
  const queued = useLive(queuedDownloads)
  if (queued === undefined || queued.length === 0) return null
  return (
    <div className="mb-6">
      <Section title="Waiting to start">
        <p className="text-14 text-ink-soft">
          These start when you’re online, and only if they cost no more than shown.
        </p>
        <ul className="mt-2 divide-y divide-line rounded-md border border-line bg-card">
          {queued.map((download) => (
            <QueuedRow key={download.entry.id} queued={download} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

const QueuedRow = ({ queued: { entry, request } }: { queued: QueuedDownload }) => {
  const local = useLocal()
  const now = useMinute()
  const queuedAt = new Date(entry.at).toISOString()
  const { type = 'DOWNLOAD' } = request
  const count = countOf(request.source)
  const parked = entry.state === 'parked'
  const sent = entry.attempts > 0 && !parked
  const remove = async (): Promise<void> => {
    try {
      await undo(local, entry.id)
    } catch (error) {
      log.error('A queued download could not be removed', error)
      showToast({ title: 'We couldn’t remove this. Try again.', tone: 'danger' })
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium" title={request.name}>
          {request.name ?? 'Download'}
        </p>
        <p className="tabular text-13 text-ink-soft">
          {isFile(type) ? '' : `${typeLabel(type)} · `}
          {count === null ? '' : `${formatRecords(count, request.category)} · `}
          {`up to ${formatCredits(request.agreed)} · `}
          <time dateTime={queuedAt}>{formatAgo(queuedAt, Math.max(now, entry.at))}</time>
        </p>
        {parked && entry.problem !== null && (
          <p className="text-13 text-danger">{entry.problem.title}</p>
        )}
      </div>
      <ItemStateMark
        state={
          parked ? 'needs attention' : entry.state === 'sending' ? 'sending' : 'on this device'
        }
      />
      {parked ? (
        <Link href={links.sync()} className={buttonClass('plain', 'sm')}>
          Decide
        </Link>
      ) : (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Remove ${request.name ?? 'the download'}`}
          disabledReason={sent ? 'It may already have started.' : undefined}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      )}
    </li>
  )
}
