import { proxy, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import type { Category } from '../../../contract/records/records.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { readStored, writeStored } from '../../lib/stored.ts'

/** Which columns one sees, in their order (null: the standard ones), and how wide in rem those are that one has resized. */
const Columns = z.object({
  keys: z.nullable(z.array(z.string())),
  widths: z.record(z.string(), z.number()),
})
export type ColumnChoice = z.infer<typeof Columns>

const Choice = z.object({ company: Columns, people: Columns })
type Choice = z.infer<typeof Choice>

/** The narrowest and the widest a column may be, in rem. */
export const narrowest = 3
export const widest = 40

/** Everyone's own, as far as they were here since the page was opened. */
const held = new Map<string, Choice>()

const choiceOf = (userId: string): Choice => {
  const before = held.get(userId)
  if (before) return before
  const key = `fieldbook.columns.${userId}`
  const stored = z.safeParse(Choice, readStored(key))
  const standard = (): ColumnChoice => ({ keys: null, widths: {} })
  const choice = proxy(stored.success ? stored.data : { company: standard(), people: standard() })
  subscribe(choice, () => writeStored(key, choice))
  held.set(userId, choice)
  return choice
}

/** How a person wants to see a table, and how that is changed; kept on this device until they sign out. */
export const useColumnChoice = (category: Category) => {
  const { userId } = useIdentity()
  const who = userId ?? 'nobody'
  return {
    chosen: useSnapshot(choiceOf(who))[category],
    choose: (keys: readonly string[]): void => {
      choiceOf(who)[category].keys = [...keys]
    },
    widen: (widths: Readonly<Record<string, number>>): void => {
      for (const [key, width] of Object.entries(widths))
        choiceOf(who)[category].widths[key] = Math.min(widest, Math.max(narrowest, width))
    },
    /** The standard columns in their order and width. */
    reset: (): void => {
      choiceOf(who)[category] = { keys: null, widths: {} }
    },
  }
}
