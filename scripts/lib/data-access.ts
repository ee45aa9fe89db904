import { join } from 'node:path'
import { claimDataFolder, ownerOf } from '../../server/platform/process/data-folder.ts'
import { openDatabase, type Database } from '../../server/platform/db/db.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { envOrRefusal } from './startup-checks.ts'

export type ControlServer = { url: string; token: string }

/**
 * Runs work where the data is: in DATABASE_URL, through the running server that owns the data folder, or alone in the folder.
 * Throws a Refusal while a server is starting.
 */
export const accessData = async <Result>(ways: {
  alone(db: Database): Promise<Result>
  through(server: ControlServer): Promise<Result>
}): Promise<Result> => {
  const env = envOrRefusal()
  if (env.databaseUrl !== undefined) return withDatabase({ url: env.databaseUrl }, ways.alone)
  const owner = ownerOf(env.dataFolder)
  if (owner?.url !== undefined && owner.token !== undefined)
    return ways.through({ url: owner.url, token: owner.token })
  if (owner !== null)
    throw new Refusal(
      `The data folder ${env.dataFolder} is in use by process ${owner.pid}, which isn’t ready yet. Try again in a moment.`,
    )
  const claim = claimDataFolder(env.dataFolder, { minFreeBytes: env.minFreeBytes })
  try {
    return await withDatabase({ folder: join(env.dataFolder, 'database') }, ways.alone)
  } finally {
    claim.release()
  }
}

/** Throws a Refusal without an answer. */
export const postToServer = async (
  server: ControlServer,
  path: string,
  body: BodyInit,
  type: string,
): Promise<Response> =>
  fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': type },
    body,
  }).catch((error: unknown) => {
    throw new Refusal(`The server at ${server.url} isn’t responding. Is it still running?`, {
      cause: error,
    })
  })

const withDatabase = async <Result>(
  database: { url: string } | { folder: string },
  work: (db: Database) => Promise<Result>,
): Promise<Result> => {
  const db = await openDatabase(database)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
