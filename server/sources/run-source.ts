import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { dayOf } from '../../contract/core/days.ts'
import { parseMapping } from '../importers/mapping.ts'
import { importFile } from '../importers/run.ts'
import type { Summary } from '../importers/summary.ts'
import type { Database } from '../platform/db/db.ts'
import { DatabaseAway } from '../platform/db/database-away.ts'
import { Postponed, type Worker } from '../platform/db/queue.ts'
import { Refusal } from '../platform/refusal.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import type { Get } from '../platform/vendors/guarded-get.ts'
import { fetchFile, removeFetched, type FetchedFile } from './fetch-file.ts'
import { readParts, rejectsKey, removeParts } from './file-parts.ts'
import { newestIn } from './folder.ts'
import { notifyOfFailure } from './notify.ts'
import type { RunRow, SourceRow } from './store.ts'
import { summaryView } from './summary-view.ts'

/** Where the operator lets sources read from. */
export type SourceAccess = {
  /** Files under way, in the data folder. */
  workFolder: string
  /** Where sources of kind `folder` read from. */
  folder: string
  /** For an address that an admin names. */
  get: (address: string) => Get
  /** Null without a bucket. */
  getFromBucket: ((key: string) => Get) | null
}

export type RunParts = {
  db: Database
  files: FileStore
  access: SourceAccess
  now: () => number
  /** Aborted before the jobs of a process that ends. */
  ending: AbortSignal
  onImported(): void
  log?: FastifyBaseLogger | undefined
}

/** A run at a time in each process: the others would only wait for the clock of the market. */
export const sourceWorker = (parts: RunParts): Worker => {
  let busy = false
  return {
    run: async ({ id }) => {
      if (busy) throw new Postponed('another source is importing', parts.now() + busyMs)
      busy = true
      try {
        await runOnce(parts, id)
      } finally {
        busy = false
      }
    },
    giveUp: async (job, error) => {
      const found = await read(parts.db, job.id)
      if (!found) return
      parts.log?.warn({ err: error, source: found.source.name }, 'a source is given up')
      await fail(parts, found, reasonOf(error))
    },
  }
}

const busyMs = 2_000

const reasonOf = (error: unknown): string =>
  error instanceof Error && /^The (?:address|connection|file) /.test(error.message)
    ? `${error.message} We tried three times.`
    : 'We couldn’t fetch or import the file. We tried three times.'

type Found = { run: RunRow; source: SourceRow }

const read = async (db: Database, id: string): Promise<Found | undefined> => {
  const run = await db.owner
    .selectFrom('source_run')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'fetching', 'importing'])
    .executeTakeFirst()
  const source =
    run &&
    (await db.owner
      .selectFrom('source')
      .selectAll()
      .where('id', '=', run.source_id)
      .executeTakeFirst())
  return run && source && { run, source }
}

const runOnce = async (parts: RunParts, id: string): Promise<void> => {
  const found = await read(parts.db, id)
  if (!found) return
  try {
    const file = await fetchFor(parts, found)
    if (file === undefined) await finish(parts, found, { state: 'unchanged' })
    else await importFor(parts, found, file)
  } catch (error) {
    if (parts.ending.aborted) throw new Postponed('the server stops', parts.now())
    if (error instanceof DatabaseAway || !(error instanceof Refusal)) throw error
    await removeCopy(parts, found)
    await fail(parts, found, error.message)
  }
}

type SourceFile = FetchedFile & { name: string }

/** Undefined if it is the file of the last import. */
const fetchFor = async (parts: RunParts, found: Found): Promise<SourceFile | undefined> => {
  const { run, source } = found
  const { files, access, now } = parts
  await mkdir(access.workFolder, { recursive: true })
  const path = copyPath(parts, found)
  if (run.file_size !== null) {
    await pipeline(readParts(files, run.id, run.parts), createWriteStream(path, { mode: 0o600 }))
    return { path, name: run.file_name ?? '', tag: null, modified: run.file_modified }
  }
  if (source.kind === 'folder') {
    const newest = await newestIn(access.folder, source.location)
    return newest.tag === source.seen_tag ? undefined : newest
  }
  const get =
    source.kind === 'bucket' ? access.getFromBucket?.(source.location) : access.get(source.location)
  if (get === undefined) throw new Refusal('No bucket is set up for sources.')
  await update(parts, run.id, { state: 'fetching' })
  const onProgress = throttled(parts, run.id)
  const knownTag = source.seen_tag
  const fetched = await fetchFile({ get, path, knownTag, signal: parts.ending, onProgress })
  return fetched && { ...fetched, name: nameIn(source, now()) }
}

const importFor = async (parts: RunParts, found: Found, file: SourceFile): Promise<void> => {
  const { db, access, now, ending } = parts
  const { run, source } = found
  await update(parts, run.id, {
    state: 'importing',
    file_name: file.name,
    ...(run.file_size === null && { file_modified: file.modified }),
  })
  const report = throttled(parts, run.id)
  const rejectFolder = join(access.workFolder, run.id)
  try {
    const summary = await importFile(db, {
      path: file.path,
      name: file.name,
      modified: file.modified ?? dayOf(now()),
      format: source.format,
      dryRun: run.dry_run,
      runId: run.id,
      rejectFolder,
      signal: ending,
      onProgress: ({ bytes, size }) => report(bytes, size),
      ...(source.mapping !== null && { mapping: parseMapping(source.mapping) }),
      ...(source.countries.length > 0 && { countries: source.countries }),
    })
    const rejects = await storeRejects(parts, run.id, summary)
    await finish(parts, found, { state: 'done', summary, rejects, tag: file.tag })
    await removeCopy(parts, found)
    if (!run.dry_run) parts.onImported()
  } finally {
    await rm(rejectFolder, { recursive: true, force: true })
  }
}

const storeRejects = async (
  { files }: RunParts,
  runId: string,
  { rejectFile }: Summary,
): Promise<string | null> => {
  if (rejectFile === undefined || (await stat(rejectFile).catch(() => undefined)) === undefined)
    return null
  const content: AsyncIterable<Uint8Array> = createReadStream(rejectFile)
  await files.write(rejectsKey(runId), content)
  return rejectsKey(runId)
}

type End =
  | { state: 'unchanged' }
  | { state: 'done'; summary: Summary; rejects: string | null; tag: string | null }

const finish = async (parts: RunParts, { run, source }: Found, end: End): Promise<void> => {
  const wrote = end.state === 'done' && !run.dry_run
  await parts.db.owner.transaction().execute(async (trx) => {
    await trx
      .updateTable('source_run')
      .set({
        state: end.state,
        finished_at: new Date(parts.now()),
        reason: null,
        ...(end.state === 'done' && {
          summary: JSON.stringify(summaryView(end.summary)),
          rejects_key: end.rejects,
        }),
      })
      .where('id', '=', run.id)
      .execute()
    if (run.dry_run) return
    await trx
      .updateTable('source')
      .set({ failing_since: null, ...(end.state === 'done' && { seen_tag: end.tag }) })
      .where('id', '=', source.id)
      .execute()
  })
  if (wrote) await removeParts(parts.files, run.id, run.parts)
}

const fail = async (parts: RunParts, { run, source }: Found, reason: string): Promise<void> => {
  await update(parts, run.id, { state: 'failed', reason, finished_at: new Date(parts.now()) })
  if (run.cause !== 'schedule') return
  const since = source.failing_since ?? new Date(parts.now())
  await parts.db.owner
    .updateTable('source')
    .set({ failing_since: since })
    .where('id', '=', source.id)
    .execute()
  await notifyOfFailure(parts, source, since, reason)
}

const update = async (
  { db }: Pick<RunParts, 'db'>,
  id: string,
  values: Partial<Pick<RunRow, 'state' | 'reason' | 'finished_at' | 'file_name' | 'file_modified'>>,
): Promise<void> => {
  await db.owner.updateTable('source_run').set(values).where('id', '=', id).execute()
}

const reportMs = 1_000

/** Stores the progress about once a second; a lost report is none to worry about. */
const throttled = ({ db, log }: RunParts, id: string) => {
  let last = Number.NEGATIVE_INFINITY
  return (bytes: number, size: number): void => {
    const at = performance.now()
    if (at - last < reportMs) return
    last = at
    db.owner
      .updateTable('source_run')
      .set({ progress: JSON.stringify({ bytes, size }) })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => log?.warn({ err: error }, 'no progress of a source'))
  }
}

/** Of an address or a bucket a source has one, so that the next run continues an interrupted file. */
const copyPath = ({ access }: RunParts, { run, source }: Found): string =>
  join(access.workFolder, run.file_size === null ? `${source.id}.source` : `${run.id}.source`)

const removeCopy = (parts: RunParts, found: Found): Promise<void> =>
  removeFetched(copyPath(parts, found))

/** The last part of its address or key. Some formats read a date in it. */
const nameIn = ({ location, kind, name }: SourceRow, now: number): string => {
  const path = kind === 'address' ? new URL(location).pathname : location
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  const plain = decoded(last)
    .replaceAll(/[/\\\0]/g, '_')
    .slice(0, 200)
  return plain === '' ? `${name} ${dayOf(now)}` : plain
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
