import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import pg from 'pg'
import { demoWorld } from '../../demo/world.ts'
import { mapColumns } from '../../server/uploads/mapping.ts'
import { startMatching } from '../../server/uploads/match-rows.ts'
import { bytesOf, takePart } from '../../server/uploads/parts.ts'
import { readFile } from '../../server/uploads/read-file.ts'
import { previewOf } from '../../server/uploads/suggest-columns.ts'
import { createUpload, uploadOf } from '../../server/uploads/uploads.ts'
import { openDatabase, type Database } from '../../server/platform/db/db.ts'
import { addOrganisation, organisation } from '../support/organisation.ts'
import { onOwnPostgres } from '../support/own-postgres.ts'
import { tableOf } from '../support/table.ts'
import { exactJoin, prepareTrigrams, trigrams, type Baseline } from './baselines.ts'
import { corruptedFiles, type Corrupted } from '../../tests/kit/corrupted-rows.ts'
import { scoreOf, combineScores, type Guess, type Score } from './score.ts'
import { dayOf } from '../../contract/core/days.ts'
import { loadWorld } from '../../tests/kit/market.ts'
import { widenTrial } from '../../tests/kit/plans.ts'

/**
 * npm run bench:exchange -- --companies 200000 --people 1000000 --rows 100000 --seed 1: matches a corrupted copy of
 * known records (half companies, half people, one in ten unknown) as uploads are, beside a plain join on equal cells
 * and trigrams in SQL (--trigrams sets the rows per file, since it is slow). The last line is one JSON object.
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '200000' },
    people: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    trigrams: { type: 'string', default: '1000' },
    wrong: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const rows = Number(values.rows)
const world = {
  companies: Number(values.companies),
  people: Number(values.people),
  seed: 1,
  today: dayOf(new Date()),
}
const caller = { orgId: organisation.id, userId: 'user_bench', role: 'admin' as const }
const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const formatCount = (count: number): string => count.toLocaleString('en-AU')

const settings = ['shared_buffers=1GB', 'max_wal_size=8GB', 'random_page_cost=1.1', 'jit=off']
await onOwnPostgres(settings, bench)

async function bench(url: string): Promise<object> {
  say(
    `${formatCount(rows)} rows (seed ${seed}) against ${formatCount(world.companies)} companies and ${formatCount(world.people)} people`,
  )
  const db = await step('market loaded', async () => {
    const opened = await openDatabase({ url })
    await loadWorld(opened, demoWorld(world))
    await widenTrial(opened)
    await addOrganisation(opened)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('vacuum analyze')
    await client.end()
    return opened
  })
  const files = await step('files written', () => corruptedFiles(world, rows / 2, seed))
  const both = [
    { category: 'company', file: files.companies },
    { category: 'people', file: files.people },
  ] as const
  const ids: string[] = []
  const first = ({ header, rows, truth }: Corrupted): Corrupted => ({
    header,
    rows: rows.slice(0, 1_000),
    truth: truth.slice(0, 1_000),
  })
  const warm = [
    await upload(db, 'company', first(files.companies)),
    await upload(db, 'people', first(files.people)),
  ]
  for (const { category, file } of both)
    ids.push(
      await step(`${category} file uploaded, read and mapped`, () => upload(db, category, file)),
    )
  const matched = await step('matched', () => matchApart(url, [...warm, ...ids]))

  const scores: Score[] = []
  for (const [at, { file, category }] of both.entries()) {
    const guesses = await guessesOf(db, ids[at] ?? '')
    scores.push(scoreOf(file.truth, guesses))
    if (values.wrong) await printMismatches(db, category, ids[at] ?? '', file, guesses)
  }
  const all = combineAll(scores, files)
  const exact: { baseline: Baseline; score: Score }[] = []
  const trigram: typeof exact = []
  for (const { category, file } of both) {
    const baseline = await exactJoin(url, category, file)
    exact.push({ baseline, score: scoreOf(file.truth, baseline.guesses) })
  }
  const sample = Number(values.trigrams)
  if (sample > 0) {
    await step('trigram indexes built', () => prepareTrigrams(url))
    for (const { category, file } of both) {
      const some = { ...file, rows: file.rows.slice(0, sample), truth: file.truth.slice(0, sample) }
      const baseline = await trigrams(url, category, some)
      trigram.push({ baseline, score: scoreOf(some.truth, baseline.guesses) })
    }
  }
  await db.close()

  const line = (name: string, score: Score, rate: number): string[] => [
    name,
    score.precision.toFixed(4),
    score.recall.toFixed(4),
    score.found.toFixed(4),
    formatCount(Math.round(rate)),
  ]
  const total = files.companies.rows.length + files.people.rows.length
  const rate = total / matched.seconds
  const rateOf = (sides: typeof exact): number =>
    sides.reduce((sum, { baseline }) => sum + baseline.guesses.length, 0) /
    sides.reduce((sum, { baseline }) => sum + baseline.seconds, 0)
  const [companies, people] = scores
  say()
  say(
    tableOf(
      ['', 'precision', 'recall', 'or offered', 'rows/s'],
      [
        line('ladder', all, rate),
        ...(companies ? [line('  companies', companies, rate)] : []),
        ...(people ? [line('  people', people, rate)] : []),
        line(
          'equal cells',
          combineAll(
            exact.map(({ score }) => score),
            files,
          ),
          rateOf(exact),
        ),
        ...(trigram.length === 0
          ? []
          : [
              line(
                `trigrams in SQL (${sample} rows each)`,
                combineAll(
                  trigram.map(({ score }) => score),
                  files,
                ),
                rateOf(trigram),
              ),
            ]),
      ],
    ),
  )
  say()
  say(
    `${formatCount(total)} rows in ${matched.seconds.toFixed(1)} s; of that ${matched.cpu.toFixed(1)} s of this process; memory grew by ${matched.grown.toFixed(0)} MB; no other request waited longer than ${matched.lag.toFixed(0)} ms`,
  )
  say()
  const figures = (score: Score, perSecond: number) => ({
    precision: cut(score.precision),
    recall: cut(score.recall),
    rows_per_s: Math.round(perSecond),
  })
  return {
    rows_per_s: Math.round(rate),
    precision: cut(all.precision),
    recall: cut(all.recall),
    recall_with_review: cut(all.found),
    seconds: cut(matched.seconds),
    cpu_s: cut(matched.cpu),
    rss_growth_mb: Math.round(matched.grown),
    lag_ms: Math.round(matched.lag),
    rows: total,
    seed,
    baselines: {
      exact_join: figures(
        combineAll(
          exact.map(({ score }) => score),
          files,
        ),
        rateOf(exact),
      ),
      trigram_sql:
        trigram.length === 0
          ? null
          : {
              ...figures(
                combineAll(
                  trigram.map(({ score }) => score),
                  files,
                ),
                rateOf(trigram),
              ),
              sample,
            },
    },
  }
}

function combineAll(scores: readonly Score[], files: ReturnType<typeof corruptedFiles>): Score {
  const [companies, people] = scores
  if (!companies || !people) throw new Error('Both files are judged.')
  const known = ({ truth }: Corrupted): number => truth.filter((id) => id !== null).length
  return combineScores(companies, people, [known(files.companies), known(files.people)])
}

function cut(number: number): number {
  return Number(number.toFixed(4))
}

async function upload(
  db: Database,
  category: 'company' | 'people',
  file: Corrupted,
): Promise<string> {
  const id = crypto.randomUUID()
  const bytes = Buffer.from(stringify([file.header, ...file.rows]))
  await db.asOrg(caller.orgId, (trx) =>
    createUpload(trx, caller, { id, name: `${category}.csv`, size: bytes.length, category }),
  )
  await takePart(db, caller, id, { offset: 0, bytes })
  const read = await readFile(bytesOf(db, caller.orgId, id))
  const preview = previewOf(
    read,
    category,
    () => new Map(),
    (heading) => heading,
  )
  await db.asOrg(caller.orgId, async (trx) => {
    const columns = preview.columns.map(({ field }) => field)
    await mapColumns(trx, await uploadOf(trx, caller, id), read, { category, columns })
    await startMatching(trx, caller.orgId, id)
  })
  return id
}

async function matchApart(
  url: string,
  ids: readonly string[],
): Promise<{ seconds: number; grown: number; lag: number; cpu: number }> {
  const path = fileURLToPath(new URL('match.ts', import.meta.url))
  const child = spawn(process.execPath, [path, url, caller.orgId, ...ids], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`Matching ended with code ${String(code)}.`)
  return JSON.parse(output)
}

async function guessesOf(db: Database, id: string): Promise<Guess[]> {
  const rows = await db.owner
    .selectFrom('upload_row')
    .select(['state', 'record_id', 'candidates'])
    .where('upload_id', '=', id)
    .orderBy('row')
    .execute()
  return rows.map(({ state, record_id, candidates }) => ({
    accepted: state === 'accepted' ? record_id : null,
    offered: state === 'review' ? candidates.map((candidate) => candidate.id) : [],
  }))
}

async function printMismatches(
  db: Database,
  category: string,
  id: string,
  file: Corrupted,
  guesses: readonly Guess[],
): Promise<void> {
  const reasons = await db.owner
    .selectFrom('upload_row')
    .select(['state', 'reason', (of) => of.fn.countAll<string>().as('count')])
    .where('upload_id', '=', id)
    .groupBy(['state', 'reason'])
    .orderBy('count', 'desc')
    .limit(25)
    .execute()
  for (const { state, reason, count } of reasons) say(`${count} ${state}: ${reason}`)
  const stored = await db.owner
    .selectFrom('upload_row')
    .select(['row', 'state', 'reason'])
    .where('upload_id', '=', id)
    .orderBy('row')
    .execute()
  const table = category === 'company' ? 'company' : 'person'
  const shown = { accepted: 0, review: 0, unmatched: 0 }
  for (const [at, guess] of guesses.entries()) {
    const truth = file.truth[at] ?? null
    const row = stored[at]
    if (!row || (guess.accepted ?? null) === truth || (truth === null && guess.accepted === null))
      continue
    if (shown[row.state]++ >= 12) continue
    const found = await db.owner
      .selectFrom(table)
      .select('doc')
      .where(
        'id',
        'in',
        [truth, guess.accepted].filter((recordId) => recordId !== null),
      )
      .execute()
    const docs = found.map(({ doc }) =>
      'hq' in doc || !('company_id' in doc)
        ? {
            name: doc.name,
            abn: 'abn' in doc ? doc.abn : '',
            domain: 'domain' in doc ? doc.domain : '',
            hq: 'hq' in doc ? `${doc.hq?.state} ${doc.hq?.postcode}` : '',
          }
        : { name: doc.name, at: doc.company },
    )
    say(
      `${row.state} (${row.reason}) ${JSON.stringify(file.rows[at])} was ${truth} ${JSON.stringify(docs)}`,
    )
  }
}

async function step<Result>(done: string, work: () => Promise<Result> | Result): Promise<Result> {
  const started = performance.now()
  const result = await work()
  say(`${done} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}
