import type { SyncState } from '../offline/sync-reducer.ts'
import type { StorageErrorKind } from '../offline/storage-error.ts'
import { formatCount, formatNumber } from '../lib/format.ts'
import type { Counts } from '../offline/live.ts'

export type SyncBadge = {
  mark: 'synced' | 'sent' | 'queued' | 'offline' | 'attention'
  tone: 'calm' | 'waiting' | 'offline' | 'attention'
  /** Null where the mark says enough. */
  short: string | null
  description: string
  /** For screen readers; without figures, or each edit would be announced. */
  news: string
}

export type Situation = {
  counts: Counts
  offline: boolean
  /** No answer for a few seconds. */
  slow: boolean
  trouble: StorageErrorKind | null
  state: SyncState
  /** How many edits made offline were all sent a moment ago; otherwise null. */
  justSent?: number | null
}

/** The worst first. */
export const getSyncBadge = ({
  counts,
  offline,
  slow,
  trouble,
  state,
  justSent = null,
}: Situation): SyncBadge => {
  const { queued, attention } = counts
  const waiting = formatCount(queued, 'change', 'changes')
  if (trouble !== null && trouble !== 'slow')
    return needs('Storage', 'This device can’t save changes right now.')
  const outdated = state.is === 'outdated'
  if (attention > 0) {
    const needing = formatCount(attention, 'change needs', 'changes need')
    const also = queued > 0 ? ` ${waiting} waiting to sync.` : ''
    return {
      ...needs(
        outdated ? 'Update' : `${formatNumber(attention)}${offline ? ' · Offline' : ''}`,
        'Changes need your attention.',
      ),
      description: `${needing} your attention.${also}${outdated ? ` ${update}` : offline ? ' Offline.' : ''}`,
    }
  }
  if (outdated) return needs('Update', update)
  const count = queued > 0 ? ` · ${formatNumber(queued)}` : ''
  const mark = queued > 0 ? 'queued' : 'offline'
  const also = queued > 0 ? ` ${waiting} waiting to sync.` : ''
  if (offline) {
    const detail =
      queued > 0 ? `${waiting} will sync when you reconnect.` : 'This may be out of date.'
    const description = `You’re offline. ${detail}`
    return { mark, tone: 'offline', short: `Offline${count}`, description, news: 'Offline' }
  }
  if (state.is === 'resting' && state.why !== 'unreachable')
    return {
      mark,
      tone: 'offline',
      short: `Paused${count}`,
      description: `${refusals[state.why]} We’ll try again soon.${also}`,
      news: 'Syncing is paused',
    }
  if (slow)
    return {
      mark,
      tone: 'waiting',
      short: `Slow${count}`,
      description: `Slow connection. Still trying.${also}`,
      news: 'Slow connection',
    }
  if (queued === 0) {
    const short = justSent === null ? null : describeSent(justSent)
    return {
      mark: short === null ? 'synced' : 'sent',
      tone: 'calm',
      short,
      description: 'All synced.',
      news: short ?? 'All synced',
    }
  }
  const short = `${formatNumber(queued)} queued`
  if (state.is === 'signed-out')
    return {
      mark: 'queued',
      tone: 'offline',
      short,
      description: `Log in again to sync ${waiting}.`,
      news: 'Log in again to sync your changes',
    }
  const description = state.is === 'working' ? `Syncing ${waiting}.` : `${waiting} waiting to sync.`
  return { mark: 'queued', tone: 'waiting', short, description, news: 'Syncing changes' }
}

const describeSent = (sent: number): string =>
  sent === 1 ? '1 change sent' : `All ${formatNumber(sent)} sent`

/** The server answers, but takes nothing now. */
const refusals = {
  busy: 'Fieldbook is very busy.',
  maintenance: 'Fieldbook is down for maintenance.',
}

const update = 'Your changes are saved. Update Fieldbook to sync them.'

const needs = (short: string, description: string): SyncBadge => ({
  mark: 'attention',
  tone: 'attention',
  short,
  description,
  news: description,
})
