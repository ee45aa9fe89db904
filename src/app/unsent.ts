import type { Losses } from '../offline/wipe/count-losses.ts'
import { formatCount, formatNumber } from '../lib/format.ts'

/** What can be done with the outbox of this page; null while no sync runs. */
export const unsentSender: {
  /** Resolves after an attempt. */
  send: (() => Promise<void>) | null
  /** Has the browser save it as a file; answers what was saved, as a sentence. */
  saveFile: (() => Promise<string>) | null
} = { send: null, saveFile: null }

/** What a sign-out deletes, counted again by `again`, and how to send or save what is unsent. */
export type SignOutQuestion = {
  losses: Losses
  offline: boolean
  again: () => Promise<Losses>
  sendNow: (() => Promise<void>) | null
  saveFile: (() => Promise<string>) | null
}

/** The question before a sign-out: what goes, and whether the user can come back. */
export const describeSignOut = ({
  losses: { unsent, copies },
  offline,
}: Pick<SignOutQuestion, 'losses' | 'offline'>): { title: string; text: string } => ({
  title:
    unsent === 0
      ? offline
        ? 'Log out while you’re offline?'
        : 'Log out of this device?'
      : unsent === 1
        ? '1 change hasn’t synced yet'
        : `${formatNumber(unsent)} changes haven’t synced yet`,
  text: [
    unsent > 0 && 'These changes are only on this device. If you log out now, you’ll lose them.',
    copies > 0 &&
      `Logging out removes ${formatCount(copies, 'offline list', 'offline lists')} from this device.`,
    offline && 'You can’t log in again until you’re back online.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' '),
})

/** The button that loses it: 'Discard 3 changes and log out'. */
export const describeLoss = ({ unsent, copies }: Losses): string => {
  if (unsent > 0) return `Discard ${formatCount(unsent, 'change', 'changes')} and log out`
  if (copies > 0)
    return `Remove ${formatCount(copies, 'offline list', 'offline lists')} and log out`
  return 'Log out'
}
