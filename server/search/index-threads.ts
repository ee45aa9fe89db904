import type { SearchEngine } from './engine.ts'
import { createLettingGo } from './letting-go.ts'
import type { Published } from './market.ts'
import { createReader, type Reader } from './reader.ts'
import { createRebuilder, type Rebuilder } from './rebuilder.ts'
import { answeringHere, answeringThread, type Answering } from './threads.ts'
import { createWriter, type Writer, type Written } from './writer.ts'

type Questions = Pick<SearchEngine, 'search' | 'counts' | 'options' | 'autocomplete'>

/** The index spread over its threads: one that writes, several that answer, and one more while it is built anew. */
export type IndexThreads = Questions & {
  /** Starts from the snapshot of a folder; a string says why it cannot. */
  load(folder: string): Promise<{ seq: number; day: string } | string>
  save(request: Parameters<Writer['save']>[0]): Promise<void>
  beginReplacement(): Promise<void>
  /** Carries out a change and shows it to everyone who answers; when it resolves, whoever asks finds it. */
  write<Name extends 'upsert' | 'change' | 'remove' | 'replace'>(
    name: Name,
    argument: Parameters<Writer[Name]>[0],
  ): Promise<Written>
  published(): Published
  startRebuilder(today: string): Answering<Rebuilder>
  stop(): Promise<void>
}

/**
 * `workers` threads answer; with 0 everything happens in the calling thread. A thread that dies is replaced and goes on
 * from the last published state, since that lies in shared memory; `onDeath` hears of it.
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
          ? answeringHere(createReader(lane))
          : answeringThread<Reader>({ role: 'reader', lane }, died),
      (reader) => reader.ask('show', published),
      onDeath,
    ),
  )
  const writer = lasting<Writer>(
    (died) =>
      inline
        ? answeringHere(createWriter(lanes))
        : answeringThread<Writer>({ role: 'writer', lanes }, died),
    (started) => started.ask('adopt', published),
    onDeath,
  )

  const letGo = createLettingGo()
  const show = (now: Published): void => {
    published = now
    letGo(now)
    // Messages to a thread keep their order: a question asked after this is answered from this state.
    // One that cannot hear is dead, and its successor starts from this state.
    for (const reader of readers) reader().ask('show', now).catch(ignored)
  }
  const idlest = (): Answering<Reader> =>
    readers.map((reader) => reader()).reduce((best, one) => (one.busy() < best.busy() ? one : best))

  return {
    search: (request) => idlest().ask('search', request),
    counts: (request) => idlest().ask('counts', request),
    options: (request) => idlest().ask('options', request),
    autocomplete: (request) => idlest().ask('autocomplete', request),
    load: async (folder) => {
      const snapshot = await writer().ask('load', folder)
      if (typeof snapshot === 'string') return snapshot
      show(snapshot.published)
      return { seq: snapshot.seq, day: snapshot.day }
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
        ? answeringHere(createRebuilder(lanes, { today }))
        : answeringThread<Rebuilder>({ role: 'rebuilder', lanes, today }, onDeath),
    stop: async () => {
      await Promise.all([writer, ...readers].map((thread) => thread().stop()))
    },
  }
}

const ignored = (): void => {}

/** Something that is started again when it dies; one that dies within a second of its start stays dead. */
const lasting = <C extends Reader | Writer>(
  start: (died: (error: Error) => void) => Answering<C>,
  begin: (started: Answering<C>) => Promise<unknown>,
  onDeath: (error: Error) => void,
): (() => Answering<C>) => {
  const run = (): Answering<C> => {
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
