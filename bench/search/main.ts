import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { companiesByIds, peopleByIds } from '../../server/records/store.ts'
import { openBitmaps } from '../../server/search/bitmap-engine.ts'
import type { SearchEngine } from '../../server/search/engine.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { onOwnPostgres } from '../support/own-postgres.ts'
import { formatMs, tableOf } from '../support/table.ts'
import { percentile, roundFigure, measureMs } from '../support/timing.ts'
import { timeHttp } from './http.ts'
import { loadMarket } from './market.ts'
import { mixOf, type Variant } from './mix.ts'
import { createPeer, peerSettings } from './peer.ts'
import { measureOtherSize, startAfresh, timeUpdates } from './process.ts'
import { autocompleteQuestions, countQuestions, optionQuestions } from './questions.ts'
import { allOf, p50Of, timeEngine, timePeer, type Side } from './sides.ts'
import { dayOf } from '../../contract/core/days.ts'

/**
 * npm run bench:search -- --companies 20000 --people 100000: the search engine beside PostgreSQL with its best
 * indexes over the same invented market, in one run. --growth 5 also measures the engine over a market five times as
 * large (0 none; by default a fifth); --no-peer leaves out PostgreSQL. The last line is one JSON object; times in ms
 * unless the key ends in _s.
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '20000' },
    people: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    peer: { type: 'boolean', default: true },
    growth: { type: 'string', default: '0.2' },
  },
  allowNegative: true,
})
const today = dayOf(new Date())
const size = {
  companies: Number(values.companies),
  people: Number(values.people),
  seed: Number(values.seed),
  today,
}
const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const formatCount = (count: number): string => count.toLocaleString('en-AU')

const folder = mkdtempSync(join(tmpdir(), 'fieldbook-bench-search-'))
try {
  // The database server, which is another user, reads the peer's rows from here.
  chmodSync(folder, 0o755)
  await onOwnPostgres(peerSettings, (url) => bench(url, folder))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function bench(url: string, folder: string): Promise<object> {
  say(`${formatCount(size.companies)} companies and ${formatCount(size.people)} people`)
  const peer = createPeer(folder, values.peer)
  const db = await step('market loaded', () =>
    loadMarket(url, size, values.peer ? peer : undefined),
  )
  const hasPeer =
    values.peer && (await step("PostgreSQL's tables and indexes built", () => peer.load(url)))
  if (values.peer && !hasPeer)
    say('PostgreSQL lacks intarray (package postgresql-contrib): its side is skipped')
  const snapshots = join(folder, 'search')
  mkdirSync(snapshots)
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const engine = await step('search index built from the database and saved', () =>
    openBitmaps({ db, folder: snapshots, workers: 2, today: () => today }),
  )
  delays.disable()
  const pause = delays.max / 1e6
  const bytes = statSync(join(snapshots, 'search.snapshot')).size
  const records = size.companies + size.people
  say(`${(bytes / 2 ** 20).toFixed(0)} MB of index, ${(bytes / records).toFixed(0)} bytes a record`)
  say()

  const mix = await mixOf(engine)
  const ours = await timeEngine(engine, mix)
  const theirs = hasPeer ? await timePeer(url, peer, engine, mix) : undefined
  say(await comparison(engine, mix, ours, theirs))
  const rest = await timeRest(db, engine, mix)
  const update = await timeUpdates(db, engine)
  await engine.close()
  const fresh = await startAfresh(url, snapshots, today)
  await db.close()

  const both = (samples: number[]) => ({
    p50: roundFigure(percentile(samples, 0.5)),
    p95: roundFigure(percentile(samples, 0.95)),
  })
  const sideOf = (side: Side) => ({ ...both(allOf(side)), rps: roundFigure(side.rps) })
  say(
    tableOf(
      ['ms', 'p50', 'p95', 'max'],
      (
        [
          ['POST /api/records, 10 rows', rest.http],
          ['live counts of a filter group', rest.counts],
          ['options', rest.options],
          ['autocomplete', rest.autocomplete],
        ] as const
      ).map(([name, samples]) => [
        name,
        ...[0.5, 0.95, 1].map((share) => formatMs(percentile(samples, share))),
      ]),
    ),
  )
  say()
  say(`a committed change is found after ${update.toFixed(2)} s at most`)
  say(`a new process gives its first answer after ${fresh.seconds.toFixed(2)} s`)
  say(
    `and takes ${fresh.rss.toFixed(0)} MB, the index among them: ${((fresh.rss * 2 ** 20) / records).toFixed(0)} bytes a record`,
  )
  say(`while the index was built, the process paused for ${pause.toFixed(0)} ms at most`)
  await printGrowth(Number(values.growth), ours, bytes)
  say()
  const engineFigures = sideOf(ours)
  const peerFigures = theirs && sideOf(theirs)
  return {
    engine: engineFigures,
    postgres: peerFigures ?? null,
    ratio: peerFigures
      ? {
          p50: roundFigure(peerFigures.p50 / engineFigures.p50),
          p95: roundFigure(peerFigures.p95 / engineFigures.p95),
        }
      : null,
    http: both(rest.http),
    counts: { p95: both(rest.counts).p95 },
    options: { p95: both(rest.options).p95 },
    autocomplete: { p95: both(rest.autocomplete).p95 },
    update_s: roundFigure(update),
    ready_s: roundFigure(fresh.seconds),
    rss_mb: Math.round(fresh.rss),
    size: {
      companies: size.companies,
      people: size.people,
      p95: engineFigures.p95,
      counts_p95: both(rest.counts).p95,
      ready_s: roundFigure(fresh.seconds),
      rss_mb: Math.round(fresh.rss),
      pause_ms: roundFigure(pause),
    },
  }
}

async function printGrowth(factor: number, ours: Side, bytes: number): Promise<void> {
  if (factor === 0) return
  const people = Math.round(size.people * factor)
  const companies = Math.round(size.companies * factor)
  const other = await measureOtherSize({ ...size, companies, people })
  const current = { p50: percentile(allOf(ours), 0.5), p95: percentile(allOf(ours), 0.95), bytes }
  const row = (count: number, { p50, p95, bytes }: typeof current): string[] => [
    `${formatCount(count)} people`,
    formatMs(p50),
    formatMs(p95),
    (bytes / 2 ** 20).toFixed(0),
  ]
  const rows = [row(people, other), row(size.people, current)]
  say()
  say(tableOf(['growth', 'p50 ms', 'p95 ms', 'index MB'], factor < 1 ? rows : rows.toReversed()))
}

async function step<Result>(done: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  say(`${done} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

async function comparison(
  engine: SearchEngine,
  mix: readonly Variant[],
  ours: Side,
  theirs: Side | undefined,
): Promise<string> {
  const rows: string[][] = []
  for (const [index, { name, request }] of mix.entries()) {
    if (index % 5 > 0) continue
    const { total } = await engine.search(request)
    const row = [name, formatCount(total), formatMs(p50Of(ours, name))]
    if (theirs)
      row.push(
        formatMs(p50Of(theirs, name)),
        `${(p50Of(theirs, name) / p50Of(ours, name)).toFixed(0)} x`,
      )
    rows.push(row)
  }
  for (const [name, share] of [
    ['all: p50', 0.5],
    ['all: p95', 0.95],
  ] as const) {
    const mine = percentile(allOf(ours), share)
    const row = [name, '', formatMs(mine)]
    if (theirs) {
      const other = percentile(allOf(theirs), share)
      row.push(formatMs(other), `${(other / mine).toFixed(0)} x`)
    }
    rows.push(row)
  }
  const rps = ['8 clients: answers a second', '', ours.rps.toFixed(0)]
  if (theirs) rps.push(theirs.rps.toFixed(1), `${(ours.rps / theirs.rps).toFixed(0)} x`)
  const head = ['criteria (p50 in ms)', 'first total', 'engine', 'PostgreSQL', 'ratio']
  return `${tableOf(theirs ? head : head.slice(0, 3), [...rows, rps])}\n`
}

async function timeRest(db: Database, engine: SearchEngine, mix: readonly Variant[]) {
  const nameOf = async (category: 'company' | 'people', id: string): Promise<string> => {
    const name =
      category === 'company'
        ? (await companiesByIds(db.owner, [id]))[0]?.name
        : (await peopleByIds(db.owner, [id]))[0]?.person.name
    return name ?? ''
  }
  const many = async <Question>(
    questions: readonly Question[],
    ask: (question: Question) => Promise<unknown>,
  ): Promise<number[]> => {
    const samples: number[] = []
    for (const question of questions) await ask(question)
    for (let round = 0; round < 3; round++)
      for (const question of questions) samples.push(await measureMs(() => ask(question)))
    return samples
  }
  return {
    http: await timeHttp(db, engine, mix, 5),
    counts: await many(await countQuestions(engine, mix), engine.counts),
    options: await many(await optionQuestions(engine), engine.options),
    autocomplete: await many(await autocompleteQuestions(engine, nameOf), engine.autocomplete),
  }
}
