import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { BuiltApp } from '../platform/http/built-app.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'

export type Deployments = {
  /** False for a page of no supported release. An unknown one may have been stored since, so it reads them again; rejects if it can't. */
  supports(id: string): Promise<boolean>
  /** Of a release that this process has not: `path` begins with assets/ or clerk-js/. */
  fileOf(path: string): Promise<Buffer | undefined>
  /** Stores a new build, and reads what other processes have stored. Never rejects. */
  refresh(): Promise<void>
  start(): void
  stop(): void
}

/** With files: the newest and two before it. */
const supported = 3
const everyMs = 10_000

/** The releases of all processes on this database (docs/decisions/076-releases-in-the-database.md). */
export const openDeployments = async (parts: {
  db: Database
  dist: string
  built: () => BuiltApp
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}): Promise<Deployments> => {
  const { db, dist, built, log } = parts
  let stored: string | undefined
  /** The newest first. */
  let known: string[] = []
  let timer: NodeJS.Timeout | undefined

  let reading: Promise<void> | undefined
  const read = (): Promise<void> => (reading ??= readNow().finally(() => (reading = undefined)))
  const readNow = async (): Promise<void> => {
    const { id } = built()
    if (id !== stored) await store(db, dist, id)
    stored = id
    const rows = await db.owner
      .selectFrom('deployment')
      .select('id')
      .orderBy('at', 'desc')
      .orderBy('id')
      .execute()
    known = rows.map((row) => row.id)
  }
  const refresh = (): Promise<void> =>
    read().catch((error: unknown) => log?.warn({ err: error }, 'reading the releases failed'))
  const refreshLater = (): void => {
    timer = setTimeout(() => void refresh().then(refreshLater), everyMs)
    timer.unref()
  }
  await read()

  return {
    supports: async (id) => {
      const { id: own, earlier } = built()
      if (id === own || earlier.includes(id)) return true
      if (!known.includes(id)) await read()
      return known.slice(0, supported).includes(id)
    },
    fileOf: async (path) => {
      if (db.kind === 'pglite') return undefined
      const file = await db.owner
        .selectFrom('deployment_file')
        .select('content')
        .where('path', '=', path)
        .executeTakeFirst()
      return file?.content
    },
    refresh,
    start: refreshLater,
    stop: () => clearTimeout(timer),
  }
}

/** The embedded database has one process, whose files are in its folder. */
const store = async (db: Database, dist: string, id: string): Promise<void> => {
  const paths = db.kind === 'pglite' ? [] : hashedFiles(dist)
  const at = sql<Date>`clock_timestamp()`
  await db.owner.transaction().execute(async (trx) => {
    // Otherwise another process could delete a file between the check and the commit.
    await sql`lock table deployment in share row exclusive mode`.execute(trx)
    await trx
      .insertInto('deployment')
      .values({ id, at, paths })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ at, paths }))
      .execute()
    for (const path of await missing(trx, paths))
      await trx
        .insertInto('deployment_file')
        .values({ path, content: readFileSync(join(dist, path)) })
        .execute()
    await sql`
      delete from deployment_file where path not in (
        select unnest(paths) from (select paths from deployment order by at desc, id limit ${supported}) newest)`.execute(
      trx,
    )
  })
}

const missing = async (trx: Transaction<Tables>, paths: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ path: string }>`
    select path from unnest(${[...paths]}::text[]) as path
    where not exists (select from deployment_file f where f.path = path.path)`.execute(trx)
  return rows.map(({ path }) => path)
}

const hashedFiles = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => /^(?:assets|clerk-js)\/.*\.(?:js|css|woff2|pmtiles)$/.test(path))
