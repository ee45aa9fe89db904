import { parseArgs } from 'node:util'
import { crmEmulators } from '../../emulators/crm/all.ts'
import { findPostgres, howToInstall } from '../../scripts/lib/system-packages.ts'
import { tableOf } from '../support/table.ts'
import { roundFigure } from '../support/timing.ts'
import { runTrial, type Found } from './trial.ts'

// npm run bench:crm -- [--seed 1] [--rows 10000] [--kills 40] [--crm hubspot]: pushes rows, half companies and half people, to the emulator
// of each CRM, on PostgreSQL. A fifth of the calls fails, tokens expire, and answers to refreshes are lost. The server is killed so many
// times in all, in each CRM as often, at moments spread over its push. Pauses in which the server only waits are skipped on the clock of
// the CRM; `rows_per_s` is by that clock, with every pause: what a customer would see. The last line is JSON. The seed repeats what is
// drawn; the rest depends on the machine.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    rows: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '40' },
    crm: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const kills = Math.ceil(Number(values.kills) / crmEmulators.length)
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const keyOf = ({ prefix }: { prefix: string }): string => prefix.toLowerCase()
const chosen = crmEmulators.filter((each) => values.crm === undefined || values.crm === keyOf(each))

const rowOf = (name: string, found: Found): string[] => [
  name,
  ...[
    found.rows,
    roundFigure(found.rows / found.crmSeconds),
    roundFigure(found.crmSeconds / 3600),
    Math.round(found.seconds),
    found.calls,
    Object.values(found.faults).reduce((sum, each) => sum + each, 0),
    found.kills,
    found.signIns,
    found.retries,
    found.maybeTwice,
    found.lost,
    found.doubled,
    found.early,
  ].map(String),
]

const head = [
  'CRM',
  'rows',
  'rows/s',
  "CRM's hours",
  'seconds',
  'calls',
  'faults',
  'kills',
  'sign-ins',
  'retries',
  'maybe twice',
  'lost',
  'doubled',
  'early',
]

const programs = findPostgres()
if (programs === undefined || chosen.length === 0) {
  say(chosen.length === 0 ? `There is no CRM ${values.crm}.` : howToInstall.postgresql)
  process.exitCode = 1
} else {
  say(`Seed ${seed}`)
  const found = new Map<string, Found>()
  for (const emulator of chosen) {
    say(emulator.name)
    const each = await runTrial({
      emulator,
      rows: Number(values.rows),
      kills,
      seed,
      programs,
      say,
    })
    say(`  calls: ${JSON.stringify(each.byPath)}`)
    say(`  faults: ${JSON.stringify(each.faults)}`)
    if (each.isStuck) say('  It is stuck.')
    for (const note of each.notes) say(`  ${note}`)
    found.set(keyOf(emulator), each)
  }
  say(
    tableOf(
      head,
      [...found].map(([key, each]) => rowOf(key, each)),
    ),
  )
  say(
    JSON.stringify(
      Object.fromEntries(
        [...found].map(([key, { rows, crmSeconds, lost, doubled, early }]) => [
          key,
          {
            rows,
            rows_per_s: roundFigure(rows / crmSeconds),
            lost,
            doubled,
            early_calls: early,
          },
        ]),
      ),
    ),
  )
  const isClean = [...found.values()].every(
    ({ lost, doubled, early, isStuck }) => lost + doubled + early === 0 && !isStuck,
  )
  if (!isClean) process.exitCode = 1
}
