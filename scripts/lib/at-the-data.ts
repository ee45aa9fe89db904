import { join } from 'node:path'
import { claimDataFolder, ownerOf } from '../../server/platform/process/data-folder.ts'
import { openDatabase, type Database } from '../../server/platform/db/db.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { envOrRefusal } from './before-start.ts'

/** Where a running server takes commands, and the token that opens it. */
export type Door = { url: string; token: string }

/**
 * Does something where the data is: in the database of DATABASE_URL, through the running server that owns the data folder, or alone in
 * the folder, which nobody else opens meanwhile. Throws a Refusal while a server is only starting.
 */
export const atTheData = async <Result>(ways: {
  alone(db: Database): Promise<Result>
  through(door: Door): Promise<Result>
}): Promise<Result> => {
  const env = envOrRefusal()
  if (env.databaseUrl !== undefined) return opened({ url: env.databaseUrl }, ways.alone)
  const owner = ownerOf(env.dataFolder)
  if (owner?.url !== undefined && owner.token !== undefined)
    return ways.through({ url: owner.url, token: owner.token })
  if (owner !== null)
    throw new Refusal(
      `The data folder ${env.dataFolder} is in use by process ${owner.pid}, which isn’t ready yet. Try again in a moment.`,
    )
  const claim = claimDataFolder(env.dataFolder, { minFreeBytes: env.minFreeBytes })
  try {
    return await opened({ folder: join(env.dataFolder, 'database') }, ways.alone)
  } finally {
    claim.release()
  }
}

/** Sends something to a door of the running server and gives what it answers. Throws a Refusal where nobody answers. */
export const sentTo = async (
  door: Door,
  path: string,
  body: BodyInit,
  type: string,
): Promise<Response> =>
  fetch(new URL(path, door.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${door.token}`, 'content-type': type },
    body,
  }).catch((error: unknown) => {
    throw new Refusal(`The server at ${door.url} isn’t responding. Is it still running?`, {
      cause: error,
    })
  })

const opened = async <Result>(
  place: { url: string } | { folder: string },
  work: (db: Database) => Promise<Result>,
): Promise<Result> => {
  const db = await openDatabase(place)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
