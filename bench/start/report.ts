import { BUDGETS, type Measured } from '../../scripts/budgets.ts'
import { tableOf } from '../support/table.ts'
import type { Mark } from './first-visit.ts'
import type { Flaky } from './flaky.ts'
import type { PersistedQueryTimes } from './persisted-queries.ts'
import type { Scores } from './lighthouse.ts'
import type { Release } from './release.ts'
import type { Start, Starts } from './starts.ts'

export function visitTable(title: string, visit: ReadonlyMap<string, Mark>): string {
  const row = (what: string, pick: (mark: Mark) => number, max: number | string = ''): string[] => [
    what,
    ...[...visit.values()].map((mark) => String(pick(mark))),
    String(max),
  ]
  const calls = [...visit.values()].at(-1)?.calls ?? []
  return [
    tableOf(
      [title, ...visit.keys(), 'usable at most'],
      [
        row('ms', (mark) => mark.ms),
        row('scripts, KB', (mark) => mark.js_kb, BUDGETS.js_kb),
        row('stylesheets, KB', (mark) => mark.css_kb),
        row('requests', (mark) => mark.requests, BUDGETS.requests),
        row('of them to the API', (mark) => mark.calls.length),
        row("Clerk's requests, apart", (mark) => mark.clerk_requests),
        row("Clerk's scripts, KB", (mark) => mark.clerk_kb),
      ],
    ),
    ...(calls.length > 0 ? [`Calls, in order: ${calls.join('  ')}`] : []),
  ].join('\n')
}

export function builtTable(built: Measured): string {
  return tableOf(
    ['Built, after brotli', 'is', 'at most'],
    [
      ['scripts until usable, KB', String(built.js_kb), String(BUDGETS.js_kb)],
      ['styles in the page, KB', String(built.css_kb), String(BUDGETS.css_kb)],
      [
        'precache, files (clerk-js apart)',
        String(built.precache_entries),
        String(BUDGETS.precache_entries),
      ],
      ['precache, KB', String(built.precache_kb), String(BUDGETS.precache_kb)],
    ],
  )
}

export function scoresTable(pages: ReadonlyMap<string, Scores>): string {
  return tableOf(
    ['Lighthouse, mobile', 'performance', 'accessibility', 'best practices', 'LCP', 'TBT', 'CLS'],
    [...pages].map(([name, scores]) => [
      name,
      ...[scores.performance, scores.accessibility, scores.best_practices].map((score) =>
        score.toFixed(2),
      ),
      ...[scores.lcp, scores.tbt, scores.cls].map(String),
    ]),
  )
}

export function startsTable(app: Starts, floor: Starts): string {
  const names: [keyof Starts, string][] = [
    ['cold', 'cold, slow 4G'],
    ['warm', 'warm'],
    ['offline', 'offline'],
    ['blackhole', 'black hole'],
    ['offlineUnthrottled', 'offline, full speed'],
  ]
  const cell = (value: number | null): string => (value === null ? 'never' : String(value))
  const ratio = (appMs: number | null, floorMs: number | null): string =>
    appMs === null || floorMs === null ? '-' : (appMs / floorMs).toFixed(2)
  return tableOf(
    [
      'Starts, ms',
      'paint',
      'usable',
      'all answers',
      'worker',
      'floor: paint',
      'usable',
      'worker',
      'paint / floor',
      'usable / floor',
    ],
    names.map(([kind, name]) => [
      name,
      ...[app[kind].fcp, app[kind].usable].map(cell),
      kind === 'cold' ? '' : cell(app[kind].live),
      kind === 'cold' ? cell(app.cold.worker) : '',
      ...[floor[kind].fcp, floor[kind].usable].map(cell),
      kind === 'cold' ? cell(floor.cold.worker) : '',
      ratio(app[kind].fcp, floor[kind].fcp),
      ratio(app[kind].usable, floor[kind].usable),
    ]),
  )
}

export function flakyLine(flaky: Flaky): string {
  return `First visits while requests break (seed ${flaky.seed}, ${flaky.broken} broken): ${flaky.usable} of ${flaky.visits} usable, ${flaky.worker} with an active worker`
}

export const persistedQueriesLine = ({ read_ms, written_ms, chars }: PersistedQueryTimes): string =>
  `Kept answers at their most (${chars} characters), a quarter of the speed: read in ${read_ms.toFixed(1)} ms, written in ${written_ms.toFixed(1)} ms, at most 10`

export const releasesTable = (all: readonly Release[]): string =>
  tableOf(
    ['A release with one more line in', 'KB', 'at most', 'without dictionaries'],
    all.map(({ module, kb, whole }) => [module, String(kb), '45', String(whole)]),
  )

export function startsJson(starts: Starts): Record<string, Record<string, number | null>> {
  const times = ({ fcp, usable, live }: Start) => ({ fcp, usable, live })
  const { fcp, usable, worker } = starts.cold
  return {
    slow4g: { fcp, usable, worker },
    warm: times(starts.warm),
    offline: times(starts.offline),
    blackhole: times(starts.blackhole),
  }
}
