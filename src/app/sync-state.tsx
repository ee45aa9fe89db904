import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { links } from '../../contract/links.ts'
import type { Counts } from '../offline/live.ts'
import type { Read } from '../shared/offline/device-keeper.ts'
import { connectivity, useOffline } from '../lib/connectivity.ts'
import { useLive, useStorageError } from '../shared/offline/device.tsx'
import { volatileAttributes } from '../lib/last-screen.ts'
import { syncStore } from '../shared/offline/sync-store.ts'
import { useAfterFirstScreen } from '../lib/defer.ts'
import { cx } from '../ui/cx.ts'
import { tooltip } from '../ui/tooltip.tsx'
import { getSyncBadge, type SyncBadge } from './sync-badge.ts'

const none: Counts = { queued: 0, attention: 0 }

/** Product 2.1: ● synced, ◐ n queued, ○ offline, ! needs attention. */
export const SyncState = () => (useAfterFirstScreen() ? <Counted /> : <SyncButton counts={null} />)

const Counted = () => <SyncButton counts={useLive(countUnsettled) ?? null} />

const countUnsettled: Read<Counts> = (device, code) => code.countUnsettled(device)

/** `counts` null: not read from the device yet, and nothing is claimed to be synced. */
const SyncButton = ({ counts }: { counts: Counts | null }) => {
  const [, navigate] = useLocation()
  const offline = useOffline()
  const { slow } = useSnapshot(connectivity)
  const trouble = useStorageError()
  const { state, justSent } = useSnapshot(syncStore)
  const badge = getSyncBadge({ counts: counts ?? none, offline, slow, trouble, state, justSent })
  const known = counts !== null || badge.mark !== 'synced'
  return (
    <>
      {/* The widest state always has its space: the bar must not move under a finger. */}
      <button
        type="button"
        {...volatileAttributes}
        aria-label={`${known ? `${nameOf(badge)} ` : ''}Open the Sync centre`}
        {...tooltip(known ? badge.description : 'Open the Sync centre')}
        onClick={() => navigate(links.sync())}
        className="inline-flex h-touch min-w-touch shrink-0 items-center justify-center rounded-sm hover:bg-sunken sm:min-w-26"
      >
        <span
          className={cx(
            'tabular inline-flex h-7 items-center gap-1.5 rounded-full text-12 font-medium whitespace-nowrap',
            badge.short !== null && 'px-2.5',
            known ? looks[badge.tone] : 'text-ink-faint',
          )}
        >
          <Mark of={badge.mark} />
          {badge.short}
        </span>
      </button>
      <span role="status" className="sr-only">
        {known && badge.news}
      </span>
    </>
  )
}

/** Begins with what is seen: that is what is said to a voice control. */
const nameOf = ({ short, description }: SyncBadge): string =>
  short === null ? description : `${short}: ${description}`

const looks = {
  calm: 'text-accent',
  waiting: 'bg-sunken text-ink-soft',
  offline: 'bg-warn-soft text-warn',
  attention: 'bg-danger-soft text-danger',
} as const satisfies Record<SyncBadge['tone'], string>

/** The marks differ in shape, not only in colour. */
const Mark = ({ of }: { of: SyncBadge['mark'] }) => (
  <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden className="shrink-0">
    {of === 'attention' ? (
      <path d="M6 1.5v5.5M6 10.2v.1" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    ) : of === 'sent' ? (
      <path
        d="M1.5 6.5l3 3l6-7"
        pathLength={1}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        className="animate-draw"
      />
    ) : (
      <circle
        cx="6"
        cy="6"
        r="4.25"
        strokeWidth="1.5"
        stroke="currentColor"
        fill={of === 'synced' ? 'currentColor' : 'none'}
      />
    )}
    {of === 'queued' && <path d="M6 1.75a4.25 4.25 0 0 1 0 8.5z" fill="currentColor" />}
  </svg>
)
