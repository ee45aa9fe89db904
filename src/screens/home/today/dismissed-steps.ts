import { proxy, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { useIdentity } from '../../../session/use-identity.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

const Dismissed = z.object({ steps: z.boolean() })

/** By user, since the page loaded. */
const byUser = new Map<string, z.infer<typeof Dismissed>>()

const dismissedBy = (userId: string): z.infer<typeof Dismissed> => {
  const before = byUser.get(userId)
  if (before) return before
  const key = `fieldbook.first-steps.${userId}`
  const stored = z.safeParse(Dismissed, readStored(key))
  const mine = proxy(stored.success ? stored.data : { steps: false })
  subscribe(mine, () => writeStored(key, mine))
  byUser.set(userId, mine)
  return mine
}

/** Whether a user dismissed the first steps; stored on this device until sign-out. */
export const useStepsDismissed = (): { dismissed: boolean; dismiss: () => void } => {
  const { userId } = useIdentity()
  const userKey = userId ?? 'nobody'
  return {
    dismissed: useSnapshot(dismissedBy(userKey)).steps,
    dismiss: () => {
      dismissedBy(userKey).steps = true
    },
  }
}
