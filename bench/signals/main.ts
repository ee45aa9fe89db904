import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase } from '../../server/platform/db/db.ts'
import { tableOf } from '../support/table.ts'
import { measureEvery, measureIndex, measureStored } from './measure.ts'
import { worldOf } from './world.ts'

/**
 * The cost of a new signal with 10,000 agents: by the index of agents alone, beside a peer that evaluates every
 * agent; and through the database, beside re-running the agents' searches. `--seed`, `--agents`, `--signals`, and
 * `--stored` for how many go through the database.
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
const agentCount = Number(values.agents)
const signals = Number(values.signals)
const sample = Number(values.sample)
const today = '2026-03-03'
const say = (text: string): void => void process.stdout.write(`${text}\n`)

setFlagsFromString('--expose-gc')
// The exposed value is a function without arguments.
const clean = runInNewContext('gc') as () => void

const load = loadavg()[0] ?? 0
const world = worldOf(Number(values.seed), agentCount, signals, today)
const sizes = [agentCount / 10, (agentCount * 3) / 10, agentCount].map(Math.round)
const measurements = sizes.map((agents) => ({
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

const cells = (of: (measurement: (typeof measurements)[number]) => number): string[] =>
  measurements.map((measurement) => of(measurement).toLocaleString('en-AU'))
say(
  tableOf(
    [
      `${signals.toLocaleString('en-AU')} signals`,
      ...sizes.map((n) => `${n.toLocaleString('en-AU')} agents`),
    ],
    [
      [
        'by the index: µs of processor time a signal',
        ...cells((measurement) => measurement.us_per_signal),
      ],
      ['every agent asked: the same', ...cells((measurement) => measurement.every.us_per_signal)],
      [
        '  times as long',
        ...cells((measurement) =>
          Math.round(measurement.every.us_per_signal / measurement.us_per_signal),
        ),
      ],
      ['agents a signal is one for', ...cells((measurement) => measurement.found_per_signal)],
      [
        '  of those the peer looked at',
        ...cells((measurement) => measurement.every.found_per_signal),
      ],
      ['index: MB', ...cells((measurement) => measurement.index_mb)],
      ['index: ms to build', ...cells((measurement) => measurement.build_ms)],
    ],
  ),
)
say('')
say(
  tableOf(
    [`through the embedded database`, `${agentCount.toLocaleString('en-AU')} agents`],
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
        Math.round((stored.rerun_ms_per_agent * agentCount) / 1000).toLocaleString('en-AU'),
      ],
    ],
  ),
)
say(
  JSON.stringify({
    seed: Number(values.seed),
    signals,
    load: Math.round(load * 10) / 10,
    growth: measurements,
    stored,
  }),
)
