import { proxy, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import type { Category } from '../../../contract/records/records.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** The visible columns in their order (null for the default), and the widths of resized ones in rem. */
export const Columns = z.object({
  keys: z.nullable(z.array(z.string())),
  widths: z.record(z.string(), z.number()),
})
type ColumnChoice = z.infer<typeof Columns>

const Choice = z.object({ company: Columns, people: Columns })
type Choice = z.infer<typeof Choice>

/** By user, since the page loaded. */
const byUser = new Map<string, Choice>()

const choiceOf = (userId: string): Choice => {
  const before = byUser.get(userId)
  if (before) return before
  const key = `fieldbook.columns.${userId}`
  const stored = z.safeParse(Choice, readStored(key))
  const standard = (): ColumnChoice => ({ keys: null, widths: {} })
  const choice = proxy(stored.success ? stored.data : { company: standard(), people: standard() })
  subscribe(choice, () => writeStored(key, choice))
  byUser.set(userId, choice)
  return choice
}

/** The columns of a user's table and how to change them; stored on this device until sign-out. */
export const useColumnChoice = (category: Category) => {
  const { userId } = useIdentity()
  const userKey = userId ?? 'nobody'
  return {
    chosen: useSnapshot(choiceOf(userKey))[category],
    choose: (keys: readonly string[]): void => {
      choiceOf(userKey)[category].keys = [...keys]
    },
    widen: (widths: Readonly<Record<string, number>>): void => {
      for (const [key, width] of Object.entries(widths))
        choiceOf(userKey)[category].widths[key] = width
    },
    replace: (choice: ColumnChoice): void => {
      choiceOf(userKey)[category] = choice
    },
  }
}
