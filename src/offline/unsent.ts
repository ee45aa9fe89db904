import { atMost } from './at-most.ts'
import { countRows, databaseNames } from './databases.ts'
import { here, type Here } from './here.ts'
import { databasePrefix } from './names.ts'

const limitMs = 2_000

/**
 * How many changes on this device the server has not got, in every organisation of the person: signing out would lose them all.
 * Rejects where the stores cannot be read within two seconds.
 */
export const countUnsent = async (at: Here = here): Promise<number> => {
  let count = 0
  const known = await atMost(limitMs, async () => (count = await countRowsUnsent(at)))
  if (!known) throw new Error('The outbox cannot be read')
  return count
}

const countRowsUnsent = async ({ browser }: Here): Promise<number> => {
  const { databases } = browser
  if (databases === null) return 0
  const own = (await databaseNames(browser)).filter((name) => name.startsWith(databasePrefix))
  const counts = await Promise.all(own.map((name) => countRows(databases, name, 'outbox')))
  return counts.reduce((sum, count) => sum + count, 0)
}
