import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../../server/platform/db/db.ts'
import type { FileStore } from '../../../server/platform/vendors/files.ts'

export class Crash extends Error {}

/** At a statement, before a commit, or after a commit without an answer. */
export const mortal = (
  db: Database,
  files: FileStore,
  k: number,
): { db: Database; files: FileStore } => {
  let steps = 0
  const step = (): void => {
    steps += 1
    if (steps >= k) throw new Crash()
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      step()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return {
    db: {
      ...db,
      asOrg: async (orgId, work) => {
        const result = await db.asOrg(orgId, async (trx) => {
          const done = await work(trx.withPlugin(plugin))
          step()
          return done
        })
        step()
        return result
      },
    },
    files: {
      ...files,
      write: async (key, content) => {
        step()
        const bytes = await files.write(key, content)
        step()
        return bytes
      },
    },
  }
}
