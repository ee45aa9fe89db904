import type { SyncState } from '../local/sync.ts'
import type { TroubleKind } from '../local/trouble.ts'
import { formatCount, formatNumber } from '../lib/format.ts'

/** `queued`: edits on their way; `attention`: refused edits and conflicts. */
export type Counts = { queued: number; attention: number }

export type Face = {
  mark: 'synced' | 'queued' | 'offline' | 'attention'
  tone: 'calm' | 'waiting' | 'offline' | 'attention'
  /** Beside the mark; null where the mark says enough. */
  short: string | null
  /** The whole, in a sentence or two. */
  words: string
  /** Said aloud when it changes; without figures, or each edit would be announced. */
  news: string
}

export type Situation = {
  counts: Counts
  /** The server was not reached when last asked. */
  offline: boolean
  /** It was asked and has said nothing for a few seconds. */
  slow: boolean
  trouble: TroubleKind | null
  state: SyncState
}

/** What the top bar says, the worst first. */
export const syncFace = ({ counts, offline, slow, trouble, state }: Situation): Face => {
  const { queued, attention } = counts
  const waiting = formatCount(queued, 'change', 'changes')
  const wait = queued === 1 ? 'waits' : 'wait'
  if (trouble !== null && trouble !== 'slow')
    return needs('Storage', 'This device cannot store changes now.')
  const outdated = state.is === 'outdated'
  if (attention > 0) {
    const needing = formatCount(attention, 'change needs', 'changes need')
    const also = queued > 0 ? ` ${waiting} ${wait} to be sent.` : ''
    return {
      ...needs(
        outdated ? 'Update' : `${formatNumber(attention)}${offline ? ' · Offline' : ''}`,
        'Changes need your attention.',
      ),
      words: `${needing} your attention.${also}${outdated ? ` ${update}` : offline ? ' Offline.' : ''}`,
    }
  }
  if (outdated) return needs('Update', update)
  if (offline) {
    const mark = queued > 0 ? 'queued' : 'offline'
    const short = queued > 0 ? `${formatNumber(queued)} queued` : 'Offline'
    const kept =
      queued > 0
        ? `${waiting} ${wait} on this device and ${queued === 1 ? 'is' : 'are'} sent when it is back.`
        : 'What you see may not be the newest.'
    const words = `Offline: the server cannot be reached. ${kept}`
    return { mark, tone: 'offline', short, words, news: 'Offline' }
  }
  if (slow) {
    const kept = queued > 0 ? ` ${waiting} ${wait} on this device.` : ''
    return {
      mark: queued > 0 ? 'queued' : 'offline',
      tone: 'waiting',
      short: queued > 0 ? `${formatNumber(queued)} queued` : 'Slow',
      words: `Slow connection: the server has not answered for a few seconds.${kept}`,
      news: 'Slow connection',
    }
  }
  if (queued === 0)
    return {
      mark: 'synced',
      tone: 'calm',
      short: null,
      words: 'Everything is sent.',
      news: 'Everything is sent',
    }
  const short = `${formatNumber(queued)} queued`
  if (state.is === 'signed-out')
    return {
      mark: 'queued',
      tone: 'offline',
      short,
      words: `${waiting} ${wait} until you have signed in again.`,
      news: 'Changes wait until you have signed in again',
    }
  const words = state.is === 'working' ? `Sending ${waiting}.` : `${waiting} ${wait} to be sent.`
  return { mark: 'queued', tone: 'waiting', short, words, news: 'Changes are being sent' }
}

const update = 'Changes are kept here, and sent once you update Fieldbook.'

const needs = (short: string, words: string): Face => ({
  mark: 'attention',
  tone: 'attention',
  short,
  words,
  news: words,
})
