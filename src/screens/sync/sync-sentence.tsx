import { useSnapshot } from 'valtio'
import { contact, useOffline } from '../../lib/contact.ts'
import { syncing, syncNow } from '../../shared/offline/syncing.ts'
import { useNothingKept } from '../../shared/offline/unread.ts'
import type { SyncState } from '../../offline/sync.ts'
import { AsOf, timeInWords, useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'

/** How far sending is, when the server was last in step, and when it is tried again. */
export const SyncSentence = ({
  waiting,
  refused,
  asOf,
}: {
  waiting: number
  refused: number
  asOf: number | null
}) => {
  const offline = useOffline()
  const now = useMinute()
  const { state } = useSnapshot(syncing)
  const { slow } = useSnapshot(contact)
  return (
    <>
      <span role="status">{sentence({ state, offline, slow, waiting, refused, now })}</span>
      {asOf !== null && (
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
  refused,
  now,
}: {
  state: SyncState
  offline: boolean
  slow: boolean
  waiting: number
  refused: number
  now: number
}): string => {
  const kept = waiting > 0 ? ' Your changes are saved on this device.' : ''
  if (state.is === 'signed-out') return `Log in again to sync.${kept}`
  if (state.is === 'outdated') return `Update Fieldbook to sync.${kept}`
  if (state.is === 'storage') return 'We can’t sync while this device can’t save changes.'
  const again = state.is === 'resting' ? ` Trying again ${whenInWords(state.at, now)}.` : ''
  if (offline) return `You’re offline. Your changes are saved here and sync automatically.${again}`
  if (state.is === 'resting') return `Fieldbook is busy.${again}${kept}`
  if (slow) return `Slow connection. Still trying.${kept}`
  if (waiting === 0) return refused > 0 ? 'Some changes need your attention.' : 'All synced.'
  return state.is === 'working' ? 'Syncing your changes.' : 'Your changes are about to sync.'
}

/** `now` is the present minute. */
const whenInWords = (at: number, now: number): string =>
  at < now + 90_000 ? 'within a minute' : `at ${timeInWords(at, now)}`

/** Tries now, whatever was found out before. */
export const SyncNow = () => {
  const { state } = useSnapshot(syncing)
  const nothingKept = useNothingKept()
  return (
    <Button
      icon="sync"
      busy={state.is === 'working'}
      disabledReason={state.is === 'outdated' ? 'Update Fieldbook first.' : nothingKept}
      onClick={syncNow}
    >
      Sync now
    </Button>
  )
}
