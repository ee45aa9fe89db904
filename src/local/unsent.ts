import { countRows, databaseNames } from './databases.ts'
import { here, type Here } from './here.ts'
import { databasePrefix } from './names.ts'

/** How many changes on this device the server has not got, in every organisation of the person: signing out would lose them all. */
export const countUnsent = async ({ browser }: Here = here): Promise<number> => {
  const { databases } = browser
  if (databases === null) return 0
  const own = (await databaseNames(browser)).filter((name) => name.startsWith(databasePrefix))
  const counts = await Promise.all(own.map((name) => countRows(databases, name, 'outbox')))
  return counts.reduce((sum, count) => sum + count, 0)
}
