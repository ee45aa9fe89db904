import type { Database } from '../platform/db/db.ts'
import { readClock, readClocks } from '../records/store.ts'
import { changesBetween, countChanges, everyRecord } from './changes.ts'
import type { SearchEngine } from './engine.ts'
import { createIndexThreads } from './index-threads.ts'
import type { Written } from './writer.ts'

export type BitmapParts = {
  db: Database
  /** Null stores no snapshot. */
  folder: string | null
  /** 0 answers in the calling thread. */
  workers: number
  /** Some filters depend on the date (YYYY-MM-DD). */
  today(): string
  log?: {
    info(facts: object, text: string): void
    warn(facts: object, text: string): void
  }
}

/** In ms: searches find an import, or the writes of another process, within a second. */
const pollEvery = 400

/**
 * Packed bitmaps in the memory of this process. Resolves when it is complete: starts from a valid snapshot, replays later changes (which also heals a crash between database
 * and index), and then polls the record clock.
 */
export const openBitmaps = async (parts: BitmapParts): Promise<SearchEngine> => {
  const { db, folder, today, log } = parts
  const index = createIndexThreads(parts.workers, (error) => {
    log?.warn({ err: error }, 'a search thread died and is started again')
  })
  let seq = 0
  /** Records that were deleted since are left out of results, but their text is in memory and in the snapshot. */
  let builtFrom = 0
  let removedAt = 0
  let day = today()
  let unsaved = false
  let closing = false
  let rebuilding: Promise<void> | undefined
  // Backoff after a failed build.
  let restUntil = 0
  let abandon = (): Promise<void> => Promise.resolve()

  const warnOf = (unreadable: readonly string[]): void => {
    if (unreadable.length > 0)
      log?.warn(
        { count: unreadable.length, first: unreadable[0] },
        'invalid records are left out of the search index',
      )
  }
  const onWritten = ({ needsCompaction: worn, unreadable }: Written): void => {
    unsaved = true
    warnOf(unreadable)
    if (worn) rebuildSoon()
  }

  // Without a snapshot only the next start is slower, so an error here is not fatal.
  const saving = (saved: Promise<void>): Promise<void> =>
    saved.catch((error: unknown) => {
      log?.warn({ err: error }, 'the search snapshot could not be saved')
    })

  const buildIndex = async (): Promise<void> => {
    const started = performance.now()
    const from = Number(await readClock(db.owner))
    const builtFor = today()
    await index.beginReplacement()
    const rebuilder = index.startRebuilder(builtFor)
    abandon = () => rebuilder.stop()
    try {
      for (const table of ['company', 'person'] as const) {
        // Reads a page while the previous one is being built.
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
      builtFrom = from
      day = builtFor
      unsaved = true
      if (folder !== null) {
        const snapshot = { published: index.published(), seq, builtFrom, day }
        await saving(rebuilder.ask('save', { folder, snapshot }))
        unsaved = seq !== snapshot.seq
      }
    } finally {
      await rebuilder.stop()
    }
    log?.info({ ms: Math.round(performance.now() - started), seq }, 'search index built')
  }
  const rebuild = (): Promise<void> => {
    rebuilding ??= buildIndex().finally(() => {
      rebuilding = undefined
    })
    return rebuilding
  }
  const rebuildSoon = (): void => {
    if (closing || rebuilding || performance.now() < restUntil) return
    rebuild().catch((error: unknown) => {
      restUntil = performance.now() + 60_000
      if (!closing) log?.warn({ err: error }, 'the search index could not be rebuilt')
    })
  }

  const catchUp = async (): Promise<void> => {
    const clocks = await readClocks(db.owner)
    const until = Number(clocks.seq)
    removedAt = Number(clocks.removed)
    if (until === seq) return
    const published = index.published()
    const size = [...published.company, ...published.people].reduce(
      (sum, segment) => sum + segment.alive,
      0,
    )
    if ((await countChanges(db, seq)) > Math.max(20_000, size / 5)) {
      // A build in progress may have read a record before it changed.
      await rebuilding?.catch(() => {})
      await rebuild()
      return
    }
    for await (const change of changesBetween(db, seq, until)) {
      if (closing) return
      if ('removed' in change) onWritten(await index.write('remove', change.removed))
      else onWritten(await index.write('change', { ...change, context: { today: today() } }))
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
      ;({ seq, builtFrom, day } = snapshot)
      // A database restored from a backup is older than its index.
      if (seq > Number(await readClock(db.owner))) {
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
  const rebuildIfDue = (): void => {
    if (day < today() || builtFrom < removedAt) rebuildSoon()
  }
  rebuildIfDue()

  let failing = false
  const follow = async (): Promise<void> => {
    try {
      await refresh()
      failing = false
    } catch (error) {
      if (!failing) log?.warn({ err: error }, 'search cannot follow the database')
      failing = true
    }
    rebuildIfDue()
    if (!closing) timer = setTimeout(() => void follow(), pollEvery).unref()
  }
  let timer = setTimeout(() => void follow(), pollEvery).unref()

  return {
    search: index.search,
    counts: index.counts,
    options: index.options,
    autocomplete: index.autocomplete,
    refresh,
    // Its memory and snapshot hold removed records until a rebuild.
    expunge: () => (rebuilding ? rebuilding.catch(() => {}).then(rebuild) : rebuild()),
    tick: () => seq,
    close: async () => {
      closing = true
      clearTimeout(timer)
      await abandon()
      await Promise.allSettled([last, rebuilding])
      if (folder !== null && unsaved) await saving(index.save({ folder, seq, builtFrom, day }))
      await index.stop()
    },
  }
}
