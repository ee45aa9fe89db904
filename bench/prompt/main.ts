import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPromptParser } from '../../server/prompt-search/parse.ts'
import { formatMs, tableOf } from '../support/table.ts'
import { halves, readCorpus, type Line } from './corpus.ts'
import { companiesOf } from './market.ts'
import { judgeAnswer, type Judged } from './score.ts'

/**
 * Prompts compared with what users mean by them. The seen corpora guided the grammar; all from `sales.ndjson` on were
 * unseen until their failures were read. `unseen.ndjson` has figures only. `--corpus file` takes
 * another corpus in this format, cut in two halves. `--failures all` also shows those of the unseen part (which spoils
 * it), `--failures none` shows none. Every filter of a prompt counts once, included, excluded or AND: precision is the
 * share of found values that are expected, recall the share of expected values that are found. Exact is the share of
 * prompts with every value, operator and unsupported word right; confidently wrong the share that `judgeAnswer` says.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    seed: { type: 'string', default: '20261121' },
    failures: { type: 'string', default: 'seen' },
  },
})

const parse = createPromptParser()
const own = (name: string): Line[] => readCorpus(join(import.meta.dirname, `${name}.ndjson`))
const parts =
  options.corpus === undefined
    ? {
        seen: [
          'corpus',
          'more',
          'sales',
          'second',
          'third',
          'fourth',
          'fifth',
          'sixth',
          'seventh',
          'eighth',
          'ninth',
          'tenth',
          'eleventh',
          'twelfth',
          'thirteenth',
          'fourteenth',
          'fifteenth',
          'sixteenth',
          'seventeenth',
          'eighteenth',
          'nineteenth',
          'twentieth',
          'twentyfirst',
          'twentysecond',
          'twentythird',
        ].flatMap(own),
        unseen: own('unseen'),
      }
    : halves(readCorpus(options.corpus), Number(options.seed))
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const share = (part: number, whole: number): number =>
  whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000

type Figures = {
  n: number
  exact: number
  precision: number
  recall: number
  confidentlyWrong: number
}

const measurePart = (name: 'seen' | 'unseen', lines: readonly Line[]): Figures => {
  const all: Judged[] = []
  let exact = 0
  let wrong = 0
  const times: number[] = []
  for (const line of lines) {
    const from = performance.now()
    const answer = parse({ ...line, companies: companiesOf(line.prompt) })
    times.push(performance.now() - from)
    const result = judgeAnswer(line, answer)
    all.push(...result.filters)
    if (result.confidentlyWrong) wrong += 1
    if (result.exact) exact += 1
    else if (options.failures === 'all' || options.failures === name) {
      say(
        `${result.confidentlyWrong ? '✗✗' : '✗'} ${line.category} ${line.country}: ${line.prompt}`,
      )
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
  return {
    n: lines.length,
    exact: share(exact, lines.length),
    precision,
    recall,
    confidentlyWrong: share(wrong, lines.length),
  }
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

const seen = measurePart('seen', parts.seen)
const unseen = measurePart('unseen', parts.unseen)
say('')
say(
  tableOf(
    ['part', 'prompts', 'exact', 'precision', 'recall', 'confidently wrong'],
    Object.entries({ seen, unseen }).map(([name, each]) => [
      name,
      String(each.n),
      each.exact.toFixed(3),
      each.precision.toFixed(3),
      each.recall.toFixed(3),
      each.confidentlyWrong.toFixed(3),
    ]),
  ),
)
say(JSON.stringify({ seen, unseen }))
