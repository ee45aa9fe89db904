import { proxy, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { useIdentity } from '../../../session/use-identity.ts'
import { readStored, writeStored } from '../../../lib/stored.ts'

const PutAway = z.object({ steps: z.boolean(), tour: z.boolean() })
type PutAway = z.infer<typeof PutAway>

/** Everyone's own, as far as they were here since the page was opened. */
const held = new Map<string, PutAway>()

const heldOf = (userId: string): PutAway => {
  const before = held.get(userId)
  if (before) return before
  const key = `fieldbook.first-steps.${userId}`
  const stored = z.safeParse(PutAway, readStored(key))
  const mine = proxy(stored.success ? stored.data : { steps: false, tour: false })
  subscribe(mine, () => writeStored(key, mine))
  held.set(userId, mine)
  return mine
}

/** What of the first steps somebody has put away for good, and how; kept on this device until they sign out. */
export const usePutAway = () => {
  const { userId } = useIdentity()
  const who = userId ?? 'nobody'
  const { steps, tour } = useSnapshot(heldOf(who))
  return {
    steps,
    tour,
    putAway: (what: keyof PutAway): void => {
      heldOf(who)[what] = true
    },
  }
}
