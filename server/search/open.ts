import type { Database } from '../platform/db/db.ts'
import { changesBetween, countChanges, everyRecord, readClock } from './changes.ts'
import type { SearchEngine } from './engine.ts'
import { createIndexThreads } from './index-threads.ts'
import type { Written } from './writer.ts'

export type OpenSearch = SearchEngine & {
  /** Resolves when everything committed before the call is found. */
  refresh(): Promise<void>
  /** Builds the index anew from the database; questions are answered meanwhile. */
  rebuild(): Promise<void>
  /** The tick of the record clock up to which changes are found. */
  seq(): number
}

export type SearchParts = {
  db: Database
  /** Where the snapshot lies; null keeps none. */
  folder: string | null
  /** Threads that answer; 0 answers in this one. */
  workers: number
  /** YYYY-MM-DD: some filters depend on the day. */
  today(): string
  log?: {
    info(facts: object, text: string): void
    warn(facts: object, text: string): void
  }
}

/** How often the record clock is read: an import is found within a second, and so is what another process wrote. */
const pollEvery = 400

/**
 * Search over the records of a database; resolves when everything in it is found. It starts from the snapshot where there is
 * one that fits, replays what changed since (which also heals a crash between database and index), and then follows the clock.
 */
export const openSearch = async (parts: SearchParts): Promise<OpenSearch> => {
  const { db, folder, today, log } = parts
  const index = createIndexThreads(parts.workers, (error) => {
    log?.warn({ err: error }, 'a search thread died and is started again')
  })
  let seq = 0
  let day = today()
  let unsaved = false
  let closing = false
  let rebuilding: Promise<void> | undefined
  // A build that failed is not tried again at once.
  let restUntil = 0
  let abandon = (): Promise<void> => Promise.resolve()

  const warnOf = (unreadable: readonly string[]): void => {
    if (unreadable.length > 0)
      log?.warn(
        { count: unreadable.length, first: unreadable[0] },
        'records that cannot be read are left out of the search index',
      )
  }
  const noted = ({ worn, unreadable }: Written): void => {
    unsaved = true
    warnOf(unreadable)
    if (worn) rebuildSoon()
  }

  // Without a snapshot the next start takes longer, which is no reason to fail now.
  const saving = (saved: Promise<void>): Promise<void> =>
    saved.catch((error: unknown) => {
      log?.warn({ err: error }, 'the search snapshot could not be saved')
    })

  const buildAnew = async (): Promise<void> => {
    const started = performance.now()
    const from = await readClock(db)
    const builtFor = today()
    await index.beginReplacement()
    const rebuilder = index.startRebuilder(builtFor)
    abandon = () => rebuilder.stop()
    try {
      for (const table of ['company', 'person'] as const) {
        // One page is read while the one before is being built.
        let building: Promise<void> = Promise.resolve()
        for await (const json of everyRecord(db, table)) {
          await building
          if (closing) return
          building = rebuilder.ask(table === 'company' ? 'companies' : 'people', json)
          building.catch(() => {})
        }
        await building
      }
      const { fresh, unreadable } = await rebuilder.ask('finish', undefined)
      warnOf(unreadable)
      await index.write('replace', fresh)
      seq = Math.max(seq, from)
      day = builtFor
      unsaved = true
      if (folder !== null) {
        const snapshot = { published: index.published(), seq, day }
        await saving(rebuilder.ask('save', { folder, snapshot }))
        unsaved = seq !== snapshot.seq
      }
    } finally {
      await rebuilder.stop()
    }
    log?.info({ ms: Math.round(performance.now() - started), seq }, 'search index built')
  }
  const rebuild = (): Promise<void> => {
    rebuilding ??= buildAnew().finally(() => {
      rebuilding = undefined
    })
    return rebuilding
  }
  const rebuildSoon = (): void => {
    if (closing || rebuilding || performance.now() < restUntil) return
    rebuild().catch((error: unknown) => {
      restUntil = performance.now() + 60_000
      if (!closing) log?.warn({ err: error }, 'the search index could not be built anew')
    })
  }

  const catchUp = async (): Promise<void> => {
    const until = await readClock(db)
    if (until === seq) return
    const held = index.published()
    const size = [...held.company, ...held.people].reduce((sum, one) => sum + one.alive, 0)
    if ((await countChanges(db, seq)) > Math.max(20_000, size / 5)) {
      // A build that is under way may have read a record before it changed.
      await rebuilding?.catch(() => {})
      await rebuild()
      return
    }
    for await (const change of changesBetween(db, seq, until)) {
      if (closing) return
      if ('gone' in change) noted(await index.write('remove', change.gone))
      else noted(await index.write('change', { ...change, context: { today: today() } }))
    }
    seq = Math.max(seq, until)
  }
  let last: Promise<void> = Promise.resolve()
  const refresh = (): Promise<void> => {
    last = last.then(catchUp, catchUp)
    return last
  }

  const start = async (): Promise<void> => {
    const snapshot = folder === null ? 'none is kept' : await index.load(folder)
    if (typeof snapshot === 'string') {
      if (folder !== null) log?.info({ why: snapshot }, 'no search snapshot to start from')
      await rebuild()
    } else {
      seq = snapshot.seq
      day = snapshot.day
      // A database put back from a backup is older than the index over it.
      if (seq > (await readClock(db))) {
        seq = 0
        await rebuild()
      }
    }
    await refresh()
  }
  try {
    await start()
  } catch (error) {
    await index.stop()
    throw error
  }
  if (day < today()) rebuildSoon()

  let failing = false
  const follow = async (): Promise<void> => {
    try {
      await refresh()
      failing = false
    } catch (error) {
      if (!failing) log?.warn({ err: error }, 'search cannot follow the database')
      failing = true
    }
    if (day < today()) rebuildSoon()
    if (!closing) timer = setTimeout(() => void follow(), pollEvery).unref()
  }
  let timer = setTimeout(() => void follow(), pollEvery).unref()

  return {
    search: index.search,
    counts: index.counts,
    options: index.options,
    autocomplete: index.autocomplete,
    upsert: async (docs) => {
      noted(await index.write('upsert', docs))
    },
    remove: async (category, ids) => {
      noted(await index.write('remove', { category, ids }))
    },
    refresh,
    rebuild,
    seq: () => seq,
    close: async () => {
      closing = true
      clearTimeout(timer)
      await abandon()
      await Promise.allSettled([last, rebuilding])
      if (folder !== null && unsaved) await saving(index.save({ folder, seq, day }))
      await index.stop()
    },
  }
}
