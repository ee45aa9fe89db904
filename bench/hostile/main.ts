import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatMs, tableOf } from '../support/table.ts'
import { roundFigure } from '../support/timing.ts'
import { hostileFiles } from '../../tests/kit/hostile/files.ts'
import { measureFairness } from './fairness.ts'
import { measureNeighbour } from './neighbour.ts'

/**
 * npm run bench:hostile -- --files 200 --rounds 20: reads every hostile file in a separate process (memory growth, event
 * loop delays, seconds until refusal), a neighbour's small files alone and beside hostile ones (I23), and neighbours'
 * searches alone and beside an organisation at 50 times its limit (I31). The last line is one JSON object; exit code 1 says
 * that one of its verdicts is false.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '20' },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)

type Reading = {
  refused: string | null
  seconds: number
  cpu_seconds: number
  rss_mb: number
  lag_ms: number
}

const reader = fileURLToPath(new URL('../../tests/kit/hostile/reader.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fieldbook-bench-hostile-'))
const readings = hostileFiles.map(({ name, bytes, refused }) => {
  const path = join(folder, 'file')
  const content = bytes(1)
  writeFileSync(path, content)
  const reading: Reading = JSON.parse(
    execFileSync(process.execPath, [reader, path], { encoding: 'utf8' }),
  )
  return {
    ...reading,
    name,
    kb: content.length / 1000,
    asExpected: refused.test(reading.refused ?? ''),
  }
})
rmSync(folder, { recursive: true, force: true })
say(
  tableOf(
    ['Hostile file', 'KB', 'seconds', 'of work', 'memory +MB', 'loop stops ms', 'refused'],
    readings.map((each) => [
      each.name,
      each.kb.toFixed(0),
      each.seconds.toFixed(2),
      each.cpu_seconds.toFixed(2),
      each.rss_mb.toFixed(0),
      each.lag_ms.toFixed(0),
      each.asExpected ? 'yes' : 'NO',
    ]),
  ),
)

const neighbour = await measureNeighbour(Number(values.files))
say('')
say(
  tableOf(
    ['A neighbour’s small file', 'alone', 'beside hostile ones'],
    [
      ['ms, p50', formatMs(neighbour.alone_p50_ms), formatMs(neighbour.beside_p50_ms)],
      ['ms, p99', formatMs(neighbour.alone_p99_ms), formatMs(neighbour.beside_p99_ms)],
      [
        'loop stops ms, most',
        formatMs(neighbour.alone_lag_max_ms),
        formatMs(neighbour.beside_lag_max_ms),
      ],
    ],
  ),
)
const fairness = await measureFairness(Number(values.rounds))
say('')
say(
  tableOf(
    ['A neighbour’s search', 'alone', 'beside 50 times the limit'],
    [
      [
        'ms, p99, median of the rounds',
        formatMs(fairness.alone_p99_ms),
        formatMs(fairness.beside_p99_ms),
      ],
    ],
  ),
)

const beyond = (is: (reading: Reading) => boolean): string[] =>
  readings.filter(is).map(({ name }) => name)
const notRefused = readings.filter(({ asExpected }) => !asExpected).length
const heavy = beyond((each) => each.rss_mb > 64)
const verdicts = {
  all_refused: notRefused === 0,
  memory_within_64_mb: heavy.length === 0,
  neighbour_within_2_times: neighbour.p99_ratio <= 2,
  fairness_within_1_2_times: fairness.p99_ratio <= 1.2,
}
if (Object.values(verdicts).includes(false)) process.exitCode = 1
const rounded = (figures: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, roundFigure(value)]))
const maxOf = (of: (reading: Reading) => number): number =>
  roundFigure(Math.max(...readings.map(of)))
say(
  JSON.stringify({
    files: readings.length,
    not_refused: notRefused,
    most_rss_mb: maxOf((each) => each.rss_mb),
    most_lag_ms: maxOf((each) => each.lag_ms),
    most_seconds: maxOf((each) => each.seconds),
    most_cpu_seconds: maxOf((each) => each.cpu_seconds),
    beyond_64_mb: heavy,
    beyond_2_s: beyond((each) => each.seconds > 2),
    neighbour: rounded(neighbour),
    fairness: rounded(fairness),
    verdicts,
  }),
)
