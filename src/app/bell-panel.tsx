import { useEffect, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { links, signalsLink } from '../../contract/links.ts'
import type { AppNotification } from '../../contract/signals/notifications.ts'
import { formatAgo } from '../lib/format.ts'
import { log } from '../lib/log.ts'
import { markRequestsSeen } from '../offline/history.ts'
import {
  readNotifications,
  markAllNotificationsRead,
  markNotificationsRead,
} from '../offline/notifications.ts'
import { StorageError } from '../offline/storage-error.ts'
import { progressStore, type ProgressRequest } from '../shared/downloads/progress-store.ts'
import { useLive, useLocal } from '../shared/offline/device.tsx'
import { useMinute } from '../ui/as-of.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Popover } from '../ui/popover.tsx'
import { settingsPageAt } from './settings-pages.ts'

export type BellPanelProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLButtonElement | null>
}

export const BellPanel = ({ open, onOpenChange, anchor }: BellPanelProps) => {
  const { running, ended } = useSnapshot(progressStore)
  const notices = useLive(readNotifications) ?? []
  const { device } = useLocal()
  useEffect(() => {
    markRequestsSeen(device, 'always').catch((error: unknown) => {
      if (!(error instanceof StorageError))
        log.error('Download requests could not be marked as seen', error)
    })
  }, [device, open])
  const requests = [...running, ...ended]
  const go = (): void => onOpenChange(false)
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      label="Notifications"
      align="end"
      className="w-96 p-2"
    >
      {notices.length + requests.length === 0 ? (
        <Nothing onGo={go} />
      ) : (
        <>
          {notices.length > 0 && <Notices notices={notices} onGo={go} />}
          {requests.length > 0 && <Requests requests={requests} onGo={go} />}
        </>
      )}
    </Popover>
  )
}

const Nothing = ({ onGo }: { onGo: () => void }) => (
  <div className="flex flex-col items-center p-3 pb-1 text-center">
    <Drawing name="done" />
    <p className="mt-2 font-semibold">No notifications</p>
    <p className="mt-1 text-14 text-ink-soft">
      Agent alerts, news about your plan and finished downloads show up here.
    </p>
    <Link href={links.signals()} onClick={onGo} className={linkClass}>
      Go to Signals
    </Link>
  </div>
)

const Notices = ({ notices, onGo }: { notices: readonly AppNotification[]; onGo: () => void }) => {
  const local = useLocal()
  const unread = notices.some(({ readAt }) => readAt === null)
  const newest = notices[0]
  const reportFailure = (work: Promise<void>): void =>
    void work.catch((error: unknown) => log.error('Notices could not be marked as read', error))
  return (
    <section aria-labelledby="agent-notifications">
      <div className="flex min-h-control items-center justify-between gap-2 pl-3">
        <h2 id="agent-notifications" className="text-13 font-medium text-ink-soft">
          {notices.every(({ opens }) => opens !== null) ? 'From your agents' : 'Alerts'}
        </h2>
        {unread && newest !== undefined && (
          <Button
            variant="quiet"
            size="sm"
            icon="check"
            onClick={() => reportFailure(markAllNotificationsRead(local, newest.at))}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <ul>
        {notices.map((notice) => (
          <NoticeLine
            key={notice.id}
            notice={notice}
            onGo={() => {
              reportFailure(markNotificationsRead(local, [notice.id]))
              onGo()
            }}
          />
        ))}
      </ul>
    </section>
  )
}

const NoticeLine = ({ notice, onGo }: { notice: AppNotification; onGo: () => void }) => {
  const { title, agentName, at, readAt, opens, link } = notice
  const now = useMinute()
  const unread = readAt === null
  return (
    <li>
      <Link
        href={opens === null ? (link ?? links.billing()) : signalsLink(opens)}
        onClick={onGo}
        className="flex min-h-touch items-start gap-2.5 rounded-sm px-3 py-2 hover:bg-sunken"
      >
        <span
          aria-hidden
          className={cx('mt-1.5 size-2 shrink-0 rounded-full', unread && 'bg-accent')}
        />
        <span className="min-w-0 flex-1">
          <span className={cx('block text-14 wrap-anywhere', unread && 'font-semibold')}>
            {unread && <span className="sr-only">New: </span>}
            {title}
          </span>
          <span className="flex justify-between gap-3 text-13 text-ink-soft">
            <span className="truncate">
              {agentName ?? settingsPageAt(link ?? '', '')?.label ?? 'Plan and billing'}
            </span>
            <time dateTime={at} className="tabular shrink-0 text-ink-faint">
              {formatAgo(at, Math.max(now, Date.parse(at)))}
            </time>
          </span>
        </span>
      </Link>
    </li>
  )
}

const Requests = ({
  requests,
  onGo,
}: {
  requests: readonly ProgressRequest[]
  onGo: () => void
}) => (
  <section
    aria-labelledby="download-progress"
    className="mt-1 border-t border-line pt-1 first:mt-0 first:border-0 first:pt-0"
  >
    <h2
      id="download-progress"
      className="flex min-h-9 items-center pl-3 text-13 font-medium text-ink-soft"
    >
      Downloads
    </h2>
    <ul aria-label="Downloads">
      {requests.map(({ requestId, name, statusLabel }) => (
        <li key={requestId}>
          <Link
            href={links.download(requestId)}
            onClick={onGo}
            className="flex min-h-touch items-center justify-between gap-3 rounded-sm px-3 py-1.5 hover:bg-sunken"
          >
            <span className="min-w-0 truncate text-14 font-medium">{name}</span>
            <span className="shrink-0 text-13 text-ink-soft">{statusLabel}</span>
          </Link>
        </li>
      ))}
    </ul>
    <Link href={links.downloadCenter()} onClick={onGo} className={cx(linkClass, 'px-3')}>
      Download centre
    </Link>
  </section>
)

const linkClass =
  'flex min-h-touch items-center text-13 font-medium text-accent-strong hover:underline'
