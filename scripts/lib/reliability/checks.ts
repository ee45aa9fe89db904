import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { onlyOnPostgres } from '../test-databases.ts'
import { root } from '../tools.ts'
import type { Reported } from './entries.ts'

export type Check = {
  file: string
  promises: readonly string[]
  runs:
    | { by: 'vitest'; project: string; needsPostgres: boolean }
    | { by: 'playwright' }
    | { by: 'bench'; bench: Bench }
}

export const fullVolumes: Readonly<Record<string, string>> = {
  BILLING_WALKS: '2000',
  CELLS: '50000',
  CLAIMANTS: '100',
  CONTACT_WALKS: '50',
  CRASH_KILLS: '200',
  CRASH_POSTMASTER_KILLS: '20',
  CRASH_REQUESTS: '10000',
  CREDITS_PROGRAMMES: '1000',
  CREDITS_SEQUENCES: '5000',
  DELIVERED_WEBHOOKS: '10000',
  DELIVERIES_REQUESTS: '10000',
  DNC_PATHS: '20000',
  FAIRNESS_SECONDS: '20',
  GUESSES: '10000',
  HOSTILE_FILES_SCALE: '1',
  HOSTILE_RUNS: '100000',
  MERGE_TRIPLES: '10000',
  MONKEY_ACTIONS: '20000',
  MONKEY_SEEDS: '10',
  ORPHANS: '1000',
  OTHERS_CALLS: '100000',
  POWER_CUTS: '50',
  PUSH_SENDS: '20000',
  RACES: '1000',
  SHARED_TABLET_ROUNDS: '500',
  TWINS_ROUNDS: '60',
  WALKS: '2000',
  WEBHOOK_RUNS: '1000',
}

export const seeds: readonly string[] = [
  'ADDRESSES_SEED',
  'AGENTS_SEED',
  'BILLING_SEED',
  'CELLS_SEED',
  'CONTACT_SEED',
  'CRASH_SEED',
  'CREDITS_SEED',
  'DELIVERED_SEED',
  'DELIVERIES_SEED',
  'DNC_SEED',
  'FLAPS_SEED',
  'GUESSER_SEED',
  'HOSTILE_SEED',
  'MERGE_SEED',
  'MONKEY_SEED',
  'OTHERS_SEED',
  'POWER_SEED',
  'PUSH_SEED',
  'TWINS_SEED',
  'WALKS_SEED',
  'WEBHOOK_SEED',
]

/** Every file that checks a promise: tests that import tests/kit/reliability.ts, and the benches below. */
export const findChecks = (): Check[] => [
  ...globSync('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root })
    .toSorted()
    .flatMap((path) => {
      const file = path.replaceAll('\\', '/')
      const source = readFileSync(join(root, file), 'utf8')
      if (!source.includes('kit/reliability.ts')) return []
      return [{ file, promises: promisesIn(source), runs: howItRuns(file) }]
    }),
  ...benches
    .filter(({ name }) => existsSync(join(root, 'bench', name, 'main.ts')))
    .map((bench) => ({
      file: `bench/${bench.name}/main.ts`,
      promises: bench.promises,
      runs: { by: 'bench' as const, bench },
    })),
]

/** The last line of its output is a JSON object with the figures of its promises. */
export type Bench = {
  name: string
  promises: readonly string[]
  args: { some: readonly string[]; full: readonly string[] }
  read(last: unknown): Reported[]
}

const promisesIn = (source: string): string[] => [
  ...new Set([...source.matchAll(/promise: '(I\d+)'/g)].map(([, id = '']) => id)),
]

const howItRuns = (file: string): Check['runs'] => {
  const [, project = ''] = file.split('/')
  if (project === 'e2e') return { by: 'playwright' }
  const needsPostgres = onlyOnPostgres.some((name) =>
    file.startsWith(`tests/server/${name.replace('**', '')}`),
  )
  return { by: 'vitest', project, needsPostgres }
}

const Killed = z.looseObject({
  kills: z.number(),
  acked: z.number(),
  lost: z.number(),
  doubled: z.number(),
})
const Flapped = z.looseObject({
  flaps: z.number(),
  edits: z.number(),
  lost: z.number(),
  doubled: z.number(),
  diverged: z.number(),
})

const Cut = z.looseObject({
  cuts: z.number(),
  acked: z.number(),
  lost: z.number(),
  torn: z.number(),
})
const FailedOver = z.looseObject({
  acked: z.number(),
  lost: z.number(),
  doubled: z.number(),
  outage_s: z.number(),
  refused_pages: z.number(),
  pages_5xx: z.number(),
})

const Pushed = z.looseObject({
  rows: z.number(),
  lost: z.number(),
  doubled: z.number(),
  early_calls: z.number(),
})

const Hostile = z.looseObject({
  files: z.number(),
  not_refused: z.number(),
  most_rss_mb: z.number(),
  beyond_64_mb: z.array(z.string()),
  beyond_2_s: z.array(z.string()),
  neighbour: z.looseObject({ files: z.number(), p99_ratio: z.number() }),
  fairness: z.looseObject({ calls: z.number(), p99_ratio: z.number() }),
})

const benches: readonly Bench[] = [
  {
    name: 'crash',
    promises: ['I3'],
    args: { some: ['--kills', '8', '--postmaster-kills', '2', '--restarts', '2'], full: [] },
    read: (last) => {
      const found = z.parse(
        z.object({ postgres: z.optional(Killed), pglite: z.optional(Killed) }),
        last,
      )
      return [
        ['servers killed under requests, on PostgreSQL', found.postgres] as const,
        ['servers killed under requests, on the embedded database', found.pglite] as const,
      ].flatMap(([check, killed]) => {
        if (killed === undefined) return []
        const { kills: volume, acked, lost, doubled } = killed
        return [{ promise: 'I3', check, volume, goal: 200, figures: { acked, lost, doubled } }]
      })
    },
  },
  {
    name: 'crm',
    promises: ['I20'],
    args: { some: ['--rows', '100', '--kills', '5'], full: [] },
    read: (last) =>
      Object.entries(z.parse(z.record(z.string(), Pushed), last)).map(([crm, pushed]) => {
        const { rows: volume, lost, doubled, early_calls: early } = pushed
        const check = `rows pushed to ${crm} under faults, with the server killed`
        return { promise: 'I20', check, volume, goal: 5_000, figures: { lost, doubled, early } }
      }),
  },
  {
    name: 'failover',
    promises: ['I3'],
    args: { some: ['10'], full: ['50'] },
    read: (last) => {
      const { acked, lost, doubled, ...rest } = z.parse(FailedOver, last)
      const { outage_s: outage, refused_pages: refused, pages_5xx: failed } = rest
      const check = 'notes while the database’s leader and both processes are replaced'
      const figures = { lost, doubled, outage, refused, failed }
      return [{ promise: 'I3', check, volume: acked, goal: 1_000, figures }]
    },
  },
  {
    name: 'power',
    promises: ['I32'],
    args: { some: ['--cuts', '5'], full: [] },
    read: (last) => {
      const found = z.parse(
        z.object({ seed: z.number(), embedded: z.optional(Cut), postgres: z.optional(Cut) }),
        last,
      )
      return [
        [
          'power cuts of a disk that loses what was not synced, embedded database',
          found.embedded,
        ] as const,
        ['power cuts of an ext4 file system, PostgreSQL', found.postgres] as const,
      ].flatMap(([check, cut]) => {
        if (cut === undefined) return []
        const { cuts: volume, acked, lost, torn } = cut
        const figures = { acked, lost, torn }
        return [{ promise: 'I32', check, volume, goal: 50, seed: found.seed, figures }]
      })
    },
  },
  {
    name: 'hostile',
    promises: ['I23', 'I31'],
    args: { some: ['--files', '100', '--rounds', '3'], full: ['--files', '200', '--rounds', '20'] },
    read: (last) => {
      const found = z.parse(Hostile, last)
      const { files: goal, most_rss_mb: mostMb, beyond_64_mb: heavy, beyond_2_s: slow } = found
      const { neighbour, fairness } = found
      const file = (check: string, beyond: readonly string[], figures: Record<string, number>) => ({
        promise: 'I23',
        check,
        volume: goal - beyond.length,
        goal,
        figures,
      })
      return [
        file('hostile files that take 64 MB of memory at most', heavy, { mostMb }),
        file('hostile files refused within 2 seconds', slow, { notRefused: found.not_refused }),
        {
          promise: 'I23',
          check: 'small files of a neighbour, p99 beside hostile workbooks (promised: 2 times)',
          volume: neighbour.files,
          goal: 200,
          figures: { p99Ratio: neighbour.p99_ratio },
        },
        {
          promise: 'I31',
          check:
            'searches of one organisation at 50 times its limit; p99 of others (promised: 1.2 times)',
          volume: fairness.calls,
          goal: 10_000,
          figures: { p99Ratio: fairness.p99_ratio },
        },
      ]
    },
  },
  {
    name: 'offline',
    promises: ['I8', 'I9'],
    args: { some: ['1', '2000', '50'], full: ['1', '20000', '3000'] },
    read: (last) => {
      const { simulated, browser } = z.parse(
        z.object({ simulated: Flapped, browser: Flapped }),
        last,
      )
      const line = (promise: string, check: string, goal: number, found: typeof simulated) => {
        const { flaps: volume, edits, lost, doubled, diverged } = found
        return { promise, check, volume, goal, figures: { edits, lost, doubled, diverged } }
      }
      return [
        line('I8', 'simulated losses of the network, 20 seeds', 20_000, simulated),
        line('I9', 'losses of the network in Chromium, two tabs', 3_000, browser),
      ]
    },
  },
]
