import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { emptyCriteria, type Criteria } from '../../contract/search/criteria.ts'
import { dayOf } from '../../contract/core/days.ts'
import { demoWorld } from '../../demo/world.ts'
import {
  findOpenSearch,
  startThrowawayCluster,
  type ThrowawayCluster,
} from '../../scripts/lib/throwaway-opensearch.ts'
import { openDatabase, type Database } from '../../server/platform/db/db.ts'
import { saveCompanies, withTick } from '../../server/records/store.ts'
import { openBitmaps } from '../../server/search/bitmap-engine.ts'
import { openCluster } from '../../server/search/cluster/cluster-engine.ts'
import { createNodes } from '../../server/search/cluster/nodes.ts'
import type { SearchEngine, SearchRequest } from '../../server/search/engine.ts'
import { loadWorld } from '../../tests/kit/market.ts'
import { onOwnPostgres } from '../support/own-postgres.ts'

/**
 * npm run test:cluster: faults of a search cluster of three nodes under load. A node is killed and started again during
 * searches, another during changes, each is restarted in turn, and the index is rebuilt; two processes write it. The last line is
 * one JSON object.
 */
const { values } = parseArgs({
  options: {
    searches: { type: 'string', default: '5000' },
    changes: { type: 'string', default: '10000' },
    companies: { type: 'string', default: '2000' },
    people: { type: 'string', default: '8000' },
    seed: { type: 'string', default: '1' },
  },
})
const size = {
  companies: Number(values.companies),
  people: Number(values.people),
  seed: Number(values.seed),
}
const today = dayOf(Date.now())
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const questions: SearchRequest[] = [
  {},
  { search: 'a' },
  { search: 'manager' },
  { filters: { country: ['AU'] }, excluded: { company_size: ['1-10'] } },
  { filters: { location: ['AU/WA'] } },
  { filters: { revenue: ['1-10M'] }, metadata: { includeUnknown: ['revenue'] } },
  { filters: { seniority: ['Manager'] } },
  { filters: { has_mobile: ['Yes'] } },
].map((criteria: Partial<Criteria>) => ({
  category: 'people',
  criteria: { ...emptyCriteria, ...criteria },
  sorting: [],
  from: 0,
  size: 25,
}))

const opensearch = await findOpenSearch()
if (typeof opensearch === 'string') {
  say(opensearch)
  process.exitCode = 1
} else
  await onOwnPostgres([], async (url) => {
    const cluster = await startThrowawayCluster(opensearch)
    say('three nodes are green')
    const db = await openDatabase({ url })
    await loadWorld(db, demoWorld({ ...size, today }))
    const open = () =>
      openCluster({
        db,
        nodes: createNodes({ urls: cluster.urls.split(','), fetch, now: Date.now }),
        name: 'fieldbook-faults',
        today: () => today,
        now: Date.now,
        log: { info: () => {}, warn: (facts, text) => say(`${text} ${JSON.stringify(facts)}`) },
      })
    const engines = await Promise.all([open(), open()])
    say('two processes have opened the index')
    try {
      return await measure(db, cluster, engines)
    } finally {
      await Promise.all(engines.map((engine) => engine.close()))
      await db.close()
      await cluster.stop()
    }
  })

async function measure(
  db: Database,
  cluster: ThrowawayCluster,
  engines: readonly SearchEngine[],
): Promise<object> {
  const bitmaps = await openBitmaps({ db, folder: null, workers: 0, today: () => today })
  const wanted = await Promise.all(questions.map((question) => bitmaps.search(question)))
  const seen = { searches: 0, wrong_totals: 0, errors: 0, outage_s: 0 }
  let lastAnswer = performance.now()
  const search = async (turn: number): Promise<void> => {
    const number = turn % questions.length
    const question = questions[number]
    if (!question) return
    seen.searches++
    try {
      const answer = await engines[turn % engines.length]?.search(question)
      const now = performance.now()
      seen.outage_s = Math.max(seen.outage_s, (now - lastAnswer) / 1000)
      lastAnswer = now
      if (JSON.stringify(answer) !== JSON.stringify(wanted[number])) seen.wrong_totals++
    } catch {
      seen.errors++
      await wait(100)
    }
  }
  /** At least `count`, and until the faults are over. */
  const searchDuring = async (count: number, faults: () => Promise<void>): Promise<void> => {
    let over = false
    let turn = 0
    lastAnswer = performance.now()
    const lane = async (): Promise<void> => {
      while (turn < count || !over) await search(turn++)
    }
    const lanes = [lane(), lane(), lane(), lane()]
    await faults()
    over = true
    await Promise.all(lanes)
  }

  await searchDuring(Number(values.searches), async () => {
    await cluster.kill(0)
    say('a node is killed')
    await wait(5_000)
    await cluster.start(0)
    say('it is back')
    for (const number of [0, 1, 2]) {
      await cluster.kill(number)
      await cluster.start(number)
    }
    say('each node was restarted')
    await db.owner.deleteFrom('search_index').execute()
    await db.owner
      .updateTable('record_clock')
      .set(({ eb }) => ({ seq: eb('seq', '+', '1') }))
      .execute()
    await engines[0]?.refresh()
    say('the index is rebuilt')
  })

  const changes = Number(values.changes)
  const rows = await db.owner.selectFrom('company').select('doc').orderBy('id').execute()
  let lastCommit = 0
  const killing = wait(2_000).then(() => cluster.kill(1))
  for (let from = 0; from < changes; from += 100) {
    const docs = rows.map(({ doc }) => doc)
    const batch = Array.from({ length: 100 }, (_, index) => docs[(from + index) % docs.length])
    const changed = batch.flatMap((doc, index) =>
      doc ? [{ ...doc, keywords: [`canary ${from + index}`] }] : [],
    )
    await withTick(db, (trx, seq) => saveCompanies(trx, changed, seq))
    lastCommit = performance.now()
  }
  await killing
  const visible = async (): Promise<number> => {
    const criteria = { ...emptyCriteria, filters: { keywords: ['canary'] } }
    const [question] = questions
    const found = await engines[1]?.search({
      category: 'company',
      criteria,
      sorting: question?.sorting ?? [],
      from: 0,
      size: 0,
    })
    return found?.total ?? 0
  }
  const last = Math.min(changes, rows.length)
  await engines[0]?.refresh()
  const stale = (performance.now() - lastCommit) / 1000
  let found = 0
  for (let number = changes - last; number < changes; number++) {
    const criteria = { ...emptyCriteria, filters: { keywords: [`canary ${number}`] } }
    const answer = await engines[1]?.search({
      category: 'company',
      criteria,
      sorting: [],
      from: 0,
      size: 1,
    })
    found += answer?.total ?? 0
  }
  await bitmaps.refresh()
  for (const question of questions) {
    const [mine, theirs] = await Promise.all([
      engines[0]?.search(question),
      bitmaps.search(question),
    ])
    if (JSON.stringify(mine) !== JSON.stringify(theirs)) seen.wrong_totals++
  }
  await bitmaps.close()
  return {
    ...seen,
    outage_s: Math.round(seen.outage_s * 10) / 10,
    changes,
    lost: last - found + (last - (await visible())),
    stale_after_s: Math.round(stale * 10) / 10,
  }
}
