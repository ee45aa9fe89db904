import { proxy, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { useIdentity } from '../../../session/use-identity.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

const DismissedCards = z.object({ steps: z.boolean(), tour: z.boolean() })
type DismissedCards = z.infer<typeof DismissedCards>

/** By user, since the page loaded. */
const byUser = new Map<string, DismissedCards>()

const dismissedBy = (userId: string): DismissedCards => {
  const before = byUser.get(userId)
  if (before) return before
  const key = `fieldbook.first-steps.${userId}`
  const stored = z.safeParse(DismissedCards, readStored(key))
  const mine = proxy(stored.success ? stored.data : { steps: false, tour: false })
  subscribe(mine, () => writeStored(key, mine))
  byUser.set(userId, mine)
  return mine
}

/** The dismissed cards of a user; stored on this device until sign-out. */
export const useDismissedCards = () => {
  const { userId } = useIdentity()
  const userKey = userId ?? 'nobody'
  const { steps, tour } = useSnapshot(dismissedBy(userKey))
  return {
    steps,
    tour,
    dismiss: (what: keyof DismissedCards): void => {
      dismissedBy(userKey)[what] = true
    },
  }
}
