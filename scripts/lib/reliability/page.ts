import type { Entry } from './entries.ts'
import { promises, type ReliabilityPromise } from './promises.ts'

export const reliabilityPage = (entries: readonly Entry[]): string =>
  [
    '# Reliability',
    '',
    'What Fieldbook promises, what checks each promise, and what the last run of that check found. `npm run reliability` runs the checks and',
    'writes this page from [reliability.json](reliability.json); do not edit it by hand. "In part" means that a check passed with less than the',
    'promise asks for; `npm run reliability -- --full` asks for all of it. `npm run test:deep` also plants a bug of each promise that its check',
    'must notice (`bench/deep/mutants.ts`), and runs the tests that hold the findings of an attack closed (`bench/deep/findings.ts`).',
    '',
    summary(entries),
    ...promises.flatMap((promise) => section(promise, entries)),
    '',
  ].join('\n')

export const outcomeOf = ({ result, volume, goal }: Entry): string => {
  if (result !== 'passed') return result === 'failed' ? '**Failed**' : 'Not run'
  return volume < goal ? 'Passed in part' : 'Passed'
}

const summary = (entries: readonly Entry[]): string => {
  const states = promises.map(({ id }) => stateOf(entries.filter(({ promise }) => promise === id)))
  const count = (state: string): number => states.filter((each) => each === state).length
  return `Of ${promises.length} promises ${count('full')} passed in full, ${count('part')} passed in part, ${count('failed')} failed, ${count('not run')} were not run and ${count('none')} have no check.`
}

const stateOf = (entries: readonly Entry[]): string => {
  if (entries.length === 0) return 'none'
  if (entries.some(({ result }) => result === 'failed')) return 'failed'
  if (entries.every(({ result }) => result === 'not run')) return 'not run'
  return entries.every((entry) => outcomeOf(entry) === 'Passed') ? 'full' : 'part'
}

const section = ({ id, sentence, note }: ReliabilityPromise, all: readonly Entry[]): string[] => {
  const entries = all.filter(({ promise }) => promise === id)
  const none = entries.length === 0 && !note ? ['', 'No check reports this promise yet.'] : []
  const lines = entries.length === 0 ? [] : ['', ...entries.map(line)]
  return ['', `## ${id}`, '', sentence, ...(note ? ['', note] : []), ...none, ...lines]
}

const line = (entry: Entry): string => {
  const { check, file, volume, goal, seed, figures = {}, date, database } = entry
  const ran = [
    goal > 0 ? `${number(volume)} of ${number(goal)}` : '',
    seed === undefined ? '' : `seed ${seed}`,
    database ?? '',
    date ?? '',
    ...Object.entries(figures).map(([name, value]) => `${humanize(name)} ${number(value)}`),
  ].filter((part) => part !== '')
  const named = check === file ? '' : ` ${check},`
  return `- ${outcomeOf(entry)}:${named} \`${file}\`${ran.length > 0 ? ` (${ran.join(', ')})` : ''}`
}

const number = (value: number): string =>
  value.toLocaleString('en-AU', { maximumFractionDigits: 2 })

const humanize = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
