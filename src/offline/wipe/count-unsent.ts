import { runWithin } from '../run-within.ts'
import { countRows, databaseNames } from '../databases.ts'
import { currentTab, type CurrentTab } from './current-tab.ts'
import { databasePrefix } from '../names.ts'

const limitMs = 2_000

/**
 * Counts unsent changes and undecided conflicts in every organisation of the user: signing out loses them all. Rejects when the
 * stores do not answer within two seconds.
 */
export const countUnsent = async (at: CurrentTab = currentTab): Promise<number> => {
  let count = 0
  const known = await runWithin(limitMs, async () => (count = await countRowsUnsent(at)))
  if (!known) throw new Error('The outbox is unreadable')
  return count
}

const countRowsUnsent = async ({ browser }: CurrentTab): Promise<number> => {
  const { databases } = browser
  if (databases === null) return 0
  const own = (await databaseNames(browser)).filter((name) => name.startsWith(databasePrefix))
  // A conflict holds a version that only this device has.
  const counts = await Promise.all(
    own.flatMap((name) =>
      ['outbox', 'conflicts'].map((table) => countRows(databases, name, table)),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
