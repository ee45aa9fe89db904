import { setTimeout as wait } from 'node:timers/promises'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { readClock } from '../../records/store.ts'
import type { Database } from '../../platform/db/db.ts'
import type { SearchEngine } from '../engine.ts'
import { createQuestions } from './answers.ts'
import { autocomplete } from './autocomplete.ts'
import { counts } from './counts.ts'
import { createIndexer } from './indexer.ts'
import { createIndexes } from './indexes.ts'
import { ClusterAway, type Nodes } from './nodes.ts'
import { createOptionLists } from './options.ts'
import { search } from './search.ts'

export type ClusterParts = {
  db: Database
  nodes: Nodes
  /** Of the aliases, without their category. */
  name: string
  /** Some filters depend on the date (YYYY-MM-DD). */
  today(): string
  now(): number
  log?: {
    info(facts: object, text: string): void
    warn(facts: object, text: string): void
  }
}

/** In ms: searches find an import within about a second more, which is the cluster's own delay. */
const pollEvery = 400

/**
 * Resolves when searches find every record, or at once while the cluster is away: then searches are refused until it is back,
 * and the index follows later.
 */
export const openCluster = async (parts: ClusterParts): Promise<SearchEngine> => {
  const { db, nodes, name, today, now, log } = parts
  const indexes = createIndexes(nodes, name, now)
  const indexer = createIndexer({
    db,
    indexes,
    name,
    today,
    warn: (unreadable) =>
      log?.warn(
        { count: unreadable.length, first: unreadable[0] },
        'invalid records are left out of the search index',
      ),
  })
  const questions = createQuestions(nodes, (category) => indexes.shown[category])
  const optionLists = createOptionLists(questions, now)
  let tick = 0
  let closing = false
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work, work)
    last = done.catch(() => {})
    return done
  }
  const catchUp = (): Promise<void> =>
    inTurn(async () => {
      const until = Number(await readClock(db.owner))
      if (tick === until && tick > 0) return
      await indexer.catchUp()
      tick = (await indexer.writtenTick()) ?? 0
    })
  const refresh = async (): Promise<void> => {
    const until = Number(await readClock(db.owner))
    do {
      await catchUp()
      // Another process writes.
      if (tick < until) await wait(50)
    } while (tick < until && !closing)
    await indexes.refresh()
    optionLists.forget()
  }

  let failing = false
  const follow = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      failing = false
    } catch (error) {
      if (!failing) log?.warn({ err: error }, 'the search cluster cannot follow the database')
      failing = true
    }
    if (!closing) timer = setTimeout(() => void follow(catchUp), pollEvery).unref()
  }
  let timer: NodeJS.Timeout | undefined
  await follow(refresh)

  return {
    search: (request) => orUnavailable(search(questions, request, today())),
    counts: (request) => orUnavailable(counts(questions, request, today())),
    options: (request) => orUnavailable(optionLists.options(request)),
    autocomplete: (request) => orUnavailable(autocomplete(questions, request, today())),
    refresh: () => orUnavailable(refresh()),
    expunge: () => orUnavailable(indexes.expunge()),
    tick: () => tick,
    close: async () => {
      closing = true
      clearTimeout(timer)
      await last
    },
  }
}

const orUnavailable = <Result>(answer: Promise<Result>): Promise<Result> =>
  answer.catch((error: unknown) => {
    if (error instanceof ClusterAway)
      throw new ProblemError('unavailable', 'Search is away. Try again in five seconds.', {
        retryAfterSeconds: 5,
        cause: error,
      })
    throw error
  })
