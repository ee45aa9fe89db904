import { useSnapshot } from 'valtio'
import { connectivity, useOffline } from '../../lib/connectivity.ts'
import { syncStore, syncNow } from '../../shared/offline/sync-store.ts'
import { useStorageRefusal } from '../../shared/offline/read-failure.ts'
import type { SyncState } from '../../offline/sync-reducer.ts'
import { AsOf, formatTime, useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'

export const SyncSentence = ({
  waiting,
  refused,
  decisions,
  asOf,
}: {
  waiting: number
  refused: number
  decisions: string | null
  asOf: number | null
}) => {
  const attention = refused > 0 ? 'Some changes need your attention.' : decisions
  const offline = useOffline()
  const now = useMinute()
  const { state } = useSnapshot(syncStore)
  const { slow } = useSnapshot(connectivity)
  return (
    <>
      <span role="status">{sentence({ state, offline, slow, waiting, attention, now })}</span>
      {asOf !== null && attention === null && (
        <>
          {' '}
          Up to date <AsOf at={asOf} />.
        </>
      )}
    </>
  )
}

const sentence = ({
  state,
  offline,
  slow,
  waiting,
  attention,
  now,
}: {
  state: SyncState
  offline: boolean
  slow: boolean
  waiting: number
  attention: string | null
  now: number
}): string => {
  const also = attention === null ? '' : ` ${attention}`
  const savedNote = waiting > 0 ? ' Your changes are saved on this device.' : ''
  if (state.is === 'signed-out') return `Log in again to sync.${savedNote}`
  if (state.is === 'outdated') return `Update Fieldbook to sync.${savedNote}`
  if (state.is === 'storage') return 'We can’t sync while this device can’t save changes.'
  const again = state.is === 'resting' ? ` Trying again ${formatRetryTime(state.at, now)}.` : ''
  if (offline)
    return `You’re offline. Your changes are saved here and sync automatically.${again}${also}`
  if (state.is === 'resting') {
    return `${reasons[state.why]}${again}${savedNote}${also}`
  }
  if (slow) return `Slow connection. Still trying.${savedNote}${also}`
  if (waiting === 0) return attention ?? 'All synced.'
  const progress =
    state.is === 'working' ? 'Syncing your changes.' : 'Your changes are about to sync.'
  return `${progress}${also}`
}

const reasons = {
  unreachable: 'We can’t reach Fieldbook.',
  busy: 'Fieldbook is very busy.',
  maintenance: 'Fieldbook is down for maintenance.',
}

const formatRetryTime = (at: number, now: number): string =>
  at < now + 90_000 ? 'within a minute' : `at ${formatTime(at, now)}`

export const SyncNow = () => {
  const { state } = useSnapshot(syncStore)
  const cannotSaveReason = useStorageRefusal()
  return (
    <Button
      icon="sync"
      busy={state.is === 'working'}
      disabledReason={state.is === 'outdated' ? 'Update Fieldbook first.' : cannotSaveReason}
      onClick={syncNow}
    >
      Sync now
    </Button>
  )
}
