import { useSnapshot } from 'valtio'
import { contact, useOffline } from '../../lib/contact.ts'
import { syncing, syncNow } from '../../lib/syncing.ts'
import { useNothingKept } from '../../lib/unread.ts'
import type { SyncState } from '../../local/sync.ts'
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
          In step with the server <AsOf at={asOf} />.
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
  const kept = waiting > 0 ? ' Your changes are kept on this device.' : ''
  if (state.is === 'signed-out') return `You have to sign in again before anything is sent.${kept}`
  if (state.is === 'outdated')
    return `A newer version of Fieldbook is needed to go on: update it first.${kept}`
  if (state.is === 'storage') return 'Nothing is sent while this device can store nothing.'
  const again = state.is === 'resting' ? ` It is tried again ${whenInWords(state.at, now)}.` : ''
  if (offline)
    return `Offline: Fieldbook cannot be reached. What you do is kept and sent by itself.${again}`
  if (state.is === 'resting') return `The server is busy.${again}${kept}`
  if (slow) return `The server has not answered for a few seconds.${kept}`
  if (waiting === 0)
    return refused > 0 ? 'What needs your attention is not sent.' : 'Everything is sent.'
  return state.is === 'working' ? 'Sending your changes.' : 'Your changes are about to be sent.'
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
