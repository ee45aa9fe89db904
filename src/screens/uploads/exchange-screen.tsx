import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Upload } from '../../../contract/money/uploads.ts'
import { links } from '../../../contract/links.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatAgo, formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { AsOf, useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Section } from '../../ui/section.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Callout } from '../../ui/callout.tsx'
import { uploadsQuery } from './queries.ts'
import { useSender, useSendings, type Sending } from './sender.ts'
import { WithDataExchange } from './with-data-exchange.tsx'
import { describeState, formatRows, isToReview, refusalOf } from './copy.ts'

export const ExchangeScreen = () => {
  const { data, error, refetch, dataUpdatedAt } = useQuery(uploadsQuery(useApi()))
  const offline = useOffline()
  const sender = useSender()
  const sendings = useSendings()
  useEffect(() => void sender?.goOn(), [sender])
  const there = data?.filter(({ id }) => !sendings.some((each) => each.id === id)) ?? []
  return (
    <Page
      title="Data exchange"
      lead="Upload your own list and we’ll match it to our records."
      actions={
        there.length + sendings.length > 0 && (
          <Link href={links.upload()} className={buttonClass('primary')}>
            <Icon name="upload" size={18} />
            Upload a file
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-6">
        {offline && data !== undefined && (
          <Callout icon="offline">
            You’re offline. Files <AsOf at={dataUpdatedAt} />.
          </Callout>
        )}
        {sendings.length > 0 && (
          <Section title="In progress">
            <ul className="rounded-md border border-line bg-card">
              {sendings.map((sending) => (
                <OnWayRow key={sending.id} sending={sending} offline={offline} />
              ))}
            </ul>
          </Section>
        )}
        {there.length > 0 && (
          <Section title="Files">
            <ul className="rounded-md border border-line bg-card">
              {there.map((upload) => (
                <FileRow key={upload.id} upload={upload} />
              ))}
            </ul>
          </Section>
        )}
        {data !== undefined && there.length === 0 && sendings.length === 0 && (
          <WithDataExchange>
            <NoFiles />
          </WithDataExchange>
        )}
        {data === undefined && offline && (
          <EmptyState drawing="offline" title="Your files aren’t on this device">
            They’re safe, and will load when you’re back online.
          </EmptyState>
        )}
        {data === undefined && error !== null && !offline && (
          <ErrorState title="We couldn’t load your files" onRetry={() => void refetch()}>
            {refusalOf(error)}
          </ErrorState>
        )}
        {data === undefined && error === null && !offline && (
          <Delayed>
            <div role="status" aria-label="Loading your files" className="flex flex-col gap-3">
              <Skeleton className="h-16 w-full" />
              <Skeleton className="h-16 w-full" />
            </div>
          </Delayed>
        )}
      </div>
    </Page>
  )
}

const rowClass =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,6fr)_minmax(0,5fr)_minmax(8.5rem,auto)]'

const OnWayRow = ({ sending, offline }: { sending: Sending; offline: boolean }) => {
  const { id, name, size, received, is } = sending
  const statusLabels = {
    sending: offline ? 'Waiting for a connection' : 'Uploading',
    waiting: 'Waiting for a connection',
    paused: 'Paused',
    refused: 'Not uploaded',
  } as const
  return (
    <li data-row className="border-b border-line last:border-b-0">
      <Link href={links.uploadOf(id)} className={rowClass}>
        <span className="min-w-0">
          <span className="block truncate text-14 font-medium">{name}</span>
          <span className="tabular block truncate text-13 text-ink-faint">
            {statusLabels[is]} · {formatBytes(received)} of {formatBytes(size)}
          </span>
        </span>
        <span className="col-span-full row-start-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
          <Progress wide done={received} total={size} label={`${name} uploaded`} />
        </span>
        <Icon
          name="chevron-right"
          size={18}
          className="col-start-2 row-start-1 justify-self-end text-ink-faint sm:col-start-3"
        />
      </Link>
    </li>
  )
}

const FileRow = ({ upload }: { upload: Upload }) => {
  const now = useMinute()
  const { id, name, rows, user, isOwner, updatedAt, category, state } = upload
  const about = [
    category === 'company' ? 'Companies' : 'People',
    ...(rows === null ? [] : [formatRows(rows)]),
    ...(isOwner ? [] : [user.name]),
    formatAgo(updatedAt, Math.max(now, Date.parse(updatedAt))),
  ]
  return (
    <li data-row className="border-b border-line last:border-b-0">
      <Link href={links.uploadOf(id)} className={rowClass}>
        <span className="min-w-0">
          <span className="block truncate text-14 font-medium">{name}</span>
          <span className="tabular block truncate text-13 text-ink-faint">{about.join(' · ')}</span>
        </span>
        <span className="col-span-full row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
          <Outcome upload={upload} />
        </span>
        <span className="col-start-2 row-start-1 flex items-center justify-end gap-2 sm:col-start-3">
          <Badge tone={isToReview(upload) ? 'warn' : (tones[state] ?? 'plain')}>
            {describeState(upload)}
          </Badge>
          <Icon name="chevron-right" size={18} className="text-ink-faint" />
        </span>
      </Link>
    </li>
  )
}

const tones: Partial<Record<Upload['state'], 'accent' | 'info' | 'danger'>> = {
  MATCHING: 'info',
  ENRICHING: 'info',
  MATCHED: 'accent',
  DONE: 'accent',
  FAILED: 'danger',
}

const Outcome = ({ upload }: { upload: Upload }) => {
  const { state, done, rows, receivedBytes: received, size, name, counts, reason } = upload
  if (received < size)
    return <Progress wide done={received} total={size} label={`${name} uploaded`} />
  if (state === 'MATCHING')
    return <Progress wide done={done} total={rows ?? 0} label={`Rows of ${name} matched`} />
  if (state === 'FAILED') return <span className="line-clamp-2 text-13 text-danger">{reason}</span>
  if (state === 'UPLOADED' || state === 'MAPPED')
    return (
      <span className="line-clamp-2 text-13 text-ink-soft">
        {state === 'MAPPED' ? 'Ready to match' : 'Map its columns to match it'}
      </span>
    )
  return (
    <span className="tabular line-clamp-2 text-13 text-ink-soft">
      {formatNumber(counts.accepted)} matched · {formatNumber(counts.review)} to review ·{' '}
      {formatNumber(counts.unmatched)} unmatched
    </span>
  )
}

const NoFiles = () => (
  <EmptyState
    drawing="blank"
    heading="h2"
    title="No files yet"
    action={
      <Link href={links.upload()} className={buttonClass('primary')}>
        Upload a file
      </Link>
    }
  >
    Upload companies or people. We match each row for free. Then download it with our data, or add
    it to a list.
  </EmptyState>
)
