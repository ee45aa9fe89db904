import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPromptParser } from '../../server/prompt-search/parse.ts'
import { formatMs, tableOf } from '../support/table.ts'
import { halves, readCorpus, type Line } from './corpus.ts'
import { judgeAnswer, type Judged } from './score.ts'

/**
 * Prompts compared with what users mean by them; `more.ndjson` holds later prompts that guided the grammar. `--corpus
 * file` takes another corpus in this format, `--failures all` also shows those of the unseen half (which spoils it),
 * `--failures none` shows none. Every filter of a prompt counts once, included, excluded or AND: precision is the
 * share of found values that are expected, recall the share of expected values that are found. Exact is the share of
 * prompts with every value, operator and unsupported word right.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: join(import.meta.dirname, 'corpus.ndjson') },
    seed: { type: 'string', default: '20261121' },
    failures: { type: 'string', default: 'seen' },
  },
})

const parse = createPromptParser()
const halved = halves(readCorpus(options.corpus), Number(options.seed))
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const share = (part: number, whole: number): number =>
  whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000

type Figures = { n: number; exact: number; precision: number; recall: number }

const measureHalf = (name: 'seen' | 'unseen', lines: readonly Line[]): Figures => {
  const all: Judged[] = []
  let exact = 0
  const times: number[] = []
  for (const line of lines) {
    const from = performance.now()
    const answer = parse(line)
    times.push(performance.now() - from)
    const result = judgeAnswer(line, answer)
    all.push(...result.filters)
    if (result.exact) exact += 1
    else if (options.failures === 'all' || options.failures === name) {
      say(`✗ ${line.category} ${line.country}: ${line.prompt}`)
      for (const { identifier, wanted, found, hits } of result.filters)
        if (hits !== wanted.length || hits !== found.length)
          say(
            `    ${identifier}: wanted ${wanted.join(' | ') || 'nothing'}; found ${found.join(' | ') || 'nothing'}`,
          )
      say(
        `    unsupported: wanted ${(line.unsupported ?? []).join(' ') || 'none'}; found ${answer.unsupported.join(' ') || 'none'}`,
      )
    }
  }
  const rows = [...new Set(all.map(({ identifier }) => identifier))]
    .toSorted()
    .map((identifier) => {
      const { precision, recall } = rates(all.filter((each) => each.identifier === identifier))
      const count = all.filter(
        (each) => each.identifier === identifier && each.wanted.length > 0,
      ).length
      return [identifier, String(count), precision.toFixed(3), recall.toFixed(3)]
    })
  const { precision, recall } = rates(all)
  say(
    `\n${name}: ${lines.length} prompts, slowest ${formatMs(Math.max(0, ...times.slice(5)))} ms, median ${formatMs(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)} ms`,
  )
  say(tableOf(['filter', 'wanted', 'precision', 'recall'], rows))
  return { n: lines.length, exact: share(exact, lines.length), precision, recall }
}

const rates = (filters: readonly Judged[]): { precision: number; recall: number } => {
  const found = filters.filter((filter) => filter.found.length > 0)
  const wanted = filters.filter((filter) => filter.wanted.length > 0)
  const sum = (list: readonly Judged[], of: (filter: Judged) => number): number =>
    list.reduce((total, filter) => total + filter.hits / of(filter), 0)
  return {
    precision: share(
      sum(found, (filter) => filter.found.length),
      found.length,
    ),
    recall: share(
      sum(wanted, (filter) => filter.wanted.length),
      wanted.length,
    ),
  }
}

const seen = measureHalf('seen', halved.seen)
const unseen = measureHalf('unseen', halved.unseen)
say('')
say(
  tableOf(
    ['half', 'prompts', 'exact', 'precision', 'recall'],
    Object.entries({ seen, unseen }).map(([name, each]) => [
      name,
      String(each.n),
      each.exact.toFixed(3),
      each.precision.toFixed(3),
      each.recall.toFixed(3),
    ]),
  ),
)
say(JSON.stringify({ seen, unseen }))
