import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase } from '../../server/platform/db/db.ts'
import { tableOf } from '../support/table.ts'
import { measureEvery, measureIndex, measureStored } from './measure.ts'
import { worldOf } from './world.ts'

/**
 * What a new signal costs with 10,000 agents watching: by the index of agents alone, beside a peer that asks every agent; and as the
 * server does it, from the database and back into it, beside re-running agents' own searches. `--seed`, `--agents`, `--signals`, and
 * `--stored` for how many of them go through the database.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    agents: { type: 'string', default: '10000' },
    signals: { type: 'string', default: '100000' },
    stored: { type: 'string', default: '100000' },
    sample: { type: 'string', default: '300' },
  },
})
const most = Number(values.agents)
const signals = Number(values.signals)
const sample = Number(values.sample)
const today = '2026-03-03'
const say = (text: string): void => void process.stdout.write(`${text}\n`)

setFlagsFromString('--expose-gc')
// What it makes known is a function without arguments.
const clean = runInNewContext('gc') as () => void

const load = loadavg()[0] ?? 0
const world = worldOf(Number(values.seed), most, signals, today)
const sizes = [most / 10, (most * 3) / 10, most].map(Math.round)
const grown = sizes.map((agents) => ({
  ...measureIndex(world, agents, today, clean),
  every: measureEvery(world, agents, sample, today),
}))

const throughDatabase = async () => {
  const db = await openDatabase({ folder: undefined })
  try {
    return await measureStored(db, world, {
      signals: Number(values.stored),
      rerun: 50,
      now: new Date(`${today}T01:00:00Z`),
    })
  } finally {
    await db.close()
  }
}
const stored = await throughDatabase()

const cells = (of: (one: (typeof grown)[number]) => number): string[] =>
  grown.map((one) => of(one).toLocaleString('en-AU'))
say(
  tableOf(
    [
      `${signals.toLocaleString('en-AU')} signals`,
      ...sizes.map((n) => `${n.toLocaleString('en-AU')} agents`),
    ],
    [
      ['by the index: µs of processor time a signal', ...cells((one) => one.us_per_signal)],
      ['every agent asked: the same', ...cells((one) => one.every.us_per_signal)],
      [
        '  times as long',
        ...cells((one) => Math.round(one.every.us_per_signal / one.us_per_signal)),
      ],
      ['agents a signal is one for', ...cells((one) => one.found_per_signal)],
      ['  of those the peer looked at', ...cells((one) => one.every.found_per_signal)],
      ['index: MB', ...cells((one) => one.index_mb)],
      ['index: ms to build', ...cells((one) => one.build_ms)],
    ],
  ),
)
say('')
say(
  tableOf(
    [`through the embedded database`, `${most.toLocaleString('en-AU')} agents`],
    [
      ['signals', stored.signals.toLocaleString('en-AU')],
      [
        'µs of processor time a signal, read, matched and stored',
        stored.us_per_signal.toLocaleString('en-AU'),
      ],
      ['found and stored', stored.found.toLocaleString('en-AU')],
      [
        'ms for the first signal: agents are read and filed',
        stored.first_ms.toLocaleString('en-AU'),
      ],
      [
        "ms for one agent's search to be run again",
        stored.rerun_ms_per_agent.toLocaleString('en-AU'),
      ],
      [
        '  s for those of all agents',
        Math.round((stored.rerun_ms_per_agent * most) / 1000).toLocaleString('en-AU'),
      ],
    ],
  ),
)
say(
  JSON.stringify({
    seed: Number(values.seed),
    signals,
    load: Math.round(load * 10) / 10,
    growth: grown,
    stored,
  }),
)
