import type { SearchEngine } from './engine.ts'
import { createMemoryReleaser } from './release-memory.ts'
import type { Published } from './market.ts'
import { createReader, type Reader } from './reader.ts'
import { createRebuilder, type Rebuilder } from './rebuilder.ts'
import type { Snapshot } from './snapshot.ts'
import { createInlineClient, createThreadClient, type CallClient } from './threads.ts'
import { createWriter, type Writer, type Written } from './writer.ts'

type Questions = Pick<SearchEngine, 'search' | 'counts' | 'options' | 'autocomplete'>

export type IndexThreads = Questions & {
  /** A string is the reason why that fails. */
  load(folder: string): Promise<Omit<Snapshot, 'published'> | string>
  save(request: Parameters<Writer['save']>[0]): Promise<void>
  beginReplacement(): Promise<void>
  /** Searches find the change when the promise resolves. */
  write<Name extends 'change' | 'remove' | 'replace'>(
    name: Name,
    argument: Parameters<Writer[Name]>[0],
  ): Promise<Written>
  published(): Published
  startRebuilder(today: string): CallClient<Rebuilder>
  stop(): Promise<void>
}

/**
 * With 0 workers the calling thread does everything. A thread that dies is replaced and continues from the last published state,
 * which is in shared memory.
 */
export const createIndexThreads = (
  workers: number,
  onDeath: (error: Error) => void,
): IndexThreads => {
  const lanes = Math.max(1, workers)
  const inline = workers === 0
  let published: Published = { company: [], people: [] }

  const readers = Array.from({ length: lanes }, (_, lane) =>
    lasting<Reader>(
      (died) =>
        inline
          ? createInlineClient(createReader(lane))
          : createThreadClient<Reader>({ role: 'reader', lane }, died),
      (reader) => reader.ask('show', published),
      onDeath,
    ),
  )
  const writer = lasting<Writer>(
    (died) =>
      inline
        ? createInlineClient(createWriter(lanes))
        : createThreadClient<Writer>({ role: 'writer', lanes }, died),
    (started) => started.ask('adopt', published),
    onDeath,
  )

  const releaseMemory = createMemoryReleaser()
  const show = (now: Published): void => {
    published = now
    releaseMemory(now)
    // Messages to a thread keep their order, so later questions see this state. A thread that misses it is dead, and
    // its successor starts from this state.
    for (const reader of readers) reader().ask('show', now).catch(ignored)
  }
  const idlest = (): CallClient<Reader> =>
    readers
      .map((reader) => reader())
      .reduce((best, reader) => (reader.busy() < best.busy() ? reader : best))

  return {
    search: (request) => idlest().ask('search', request),
    counts: (request) => idlest().ask('counts', request),
    options: (request) => idlest().ask('options', request),
    autocomplete: (request) => idlest().ask('autocomplete', request),
    load: async (folder) => {
      const snapshot = await writer().ask('load', folder)
      if (typeof snapshot === 'string') return snapshot
      const { published: stored, ...state } = snapshot
      show(stored)
      return state
    },
    save: (request) => writer().ask('save', request),
    beginReplacement: () => writer().ask('beginReplacement', undefined),
    write: async (name, argument) => {
      const written = await writer().ask(name, argument)
      show(written.published)
      return written
    },
    published: () => published,
    startRebuilder: (today) =>
      inline
        ? createInlineClient(createRebuilder(lanes, { today }))
        : createThreadClient<Rebuilder>({ role: 'rebuilder', lanes, today }, onDeath),
    stop: async () => {
      await Promise.all([writer, ...readers].map((thread) => thread().stop()))
    },
  }
}

const ignored = (): void => {}

/** Unless it dies within a second of its start. */
const lasting = <C extends Reader | Writer>(
  start: (died: (error: Error) => void) => CallClient<C>,
  begin: (started: CallClient<C>) => Promise<unknown>,
  onDeath: (error: Error) => void,
): (() => CallClient<C>) => {
  const run = (): CallClient<C> => {
    const since = performance.now()
    const started = start((error) => {
      onDeath(error)
      if (performance.now() - since > 1000) current = run()
    })
    begin(started).catch(ignored)
    return started
  }
  let current = run()
  return () => current
}
