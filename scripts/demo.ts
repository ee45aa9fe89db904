import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { loadDemoWorld, loadedDemoWorld, replaceDemoWorld, type LoadOptions } from '../demo/load.ts'
import { mostTicks, Ticks, tickTimes } from '../demo/ticking.ts'
import { claimDataFolder } from '../server/platform/process/data-folder.ts'
import { openDatabase, type Database, type DatabasePlace } from '../server/platform/db/db.ts'
import type { Env } from '../server/platform/process/env.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { atTheData, sentTo } from './lib/at-the-data.ts'
import { envOrRefusal } from './lib/before-start.ts'
import { sentenceFor } from './lib/sentences.ts'
import { stepLines } from './lib/step-lines.ts'

/** npm run demo: fills the database with an invented market, or replaces the one it holds. */
const usage = `Usage: npm run demo -- [--companies 20000] [--people 100000] [--seed 1] [--replace]
       npm run demo -- --tick [times]

  --seed      a different number creates a different market
  --replace   replace the current demo world; imported records stay
  --tick      let something happen in the market that is there: a few records change, and agents hear of it`

const progress = stepLines(process.stderr)
const TickAnswer = z.object({ signals: z.optional(z.int()), detail: z.optional(z.string()) })

try {
  const asked = options()
  if (asked === undefined) process.stdout.write(`${usage}\n`)
  else if ('ticks' in asked) process.stdout.write(`${await ticked(asked)}\n`)
  else {
    const began = performance.now()
    const text = await withDatabase(envOrRefusal(), (db) => load(db, asked))
    progress.done()
    process.stdout.write(`${text} ${((performance.now() - began) / 1000).toFixed(1)} s.\n`)
  }
} catch (error) {
  progress.done()
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

type Asked = LoadOptions & { replace: boolean }

/** What the command line asks for; undefined for help. */
function options(): Asked | Ticks | undefined {
  const { values } = parsed()
  if (values.help) return undefined
  if (values.tick !== undefined) {
    const ticks = Ticks.safeParse({ ticks: Number(values.tick) })
    if (ticks.success) return ticks.data
    throw new Refusal(`--tick takes a whole number from 1 to ${mostTicks}.`)
  }
  return {
    companies: count('companies', values.companies, 1),
    people: count('people', values.people, 0),
    seed: count('seed', values.seed, 0),
    today: new Date().toISOString().slice(0, 10),
    replace: values.replace,
    onProgress: progress.step,
  }
}

function parsed() {
  try {
    return parseArgs({
      args: process.argv.slice(2).flatMap((word, place, words) => {
        const bare = word === '--tick' && !/^\d/.test(words[place + 1] ?? '')
        return bare ? ['--tick', '1'] : [word]
      }),
      options: {
        tick: { type: 'string' },
        companies: { type: 'string', default: '20000' },
        people: { type: 'string', default: '100000' },
        seed: { type: 'string', default: '1' },
        replace: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function count(name: string, text: string, least: number): number {
  const number = Number(text)
  if (!/^\d{1,9}$/.test(text) || number < least)
    throw new Refusal(`--${name} must be a whole number of at least ${least}.`)
  return number
}

/** Lets the market live for so many ticks, through the running server where one owns the data. */
async function ticked(asked: Ticks): Promise<string> {
  const signals = await atTheData({
    alone: (db) => tickTimes(db, asked.ticks, () => new Date()),
    through: async (door) => {
      const answer = await sentTo(door, '/_control/demo', JSON.stringify(asked), 'application/json')
      const told = TickAnswer.parse(await answer.json())
      if (told.signals !== undefined) return told.signals
      throw new Refusal(told.detail ?? `The server answered ${String(answer.status)}.`)
    },
  })
  return `${signals} signals in ${asked.ticks} ${asked.ticks === 1 ? 'tick' : 'ticks'} of the demo's market.`
}

/** Loads what was asked for; gives one sentence about it that ends where the time goes. */
async function load(db: Database, asked: Asked): Promise<string> {
  const loaded = await loadedDemoWorld(db)
  const same =
    loaded?.seed === asked.seed &&
    loaded.companies === asked.companies &&
    loaded.people === asked.people
  if (loaded && !asked.replace) {
    const size = `${loaded.companies} companies and ${loaded.people} people of seed ${loaded.seed}`
    if (same) return `The demo world of ${size} is already loaded; checked in`
    throw new Refusal(`A demo world of ${size} is already loaded. Use --replace to replace it.`)
  }
  const counts = loaded
    ? await replaceDemoWorld(db, asked)
    : await db.bulk((bulk) => loadDemoWorld(bulk, asked))
  return `Loaded ${counts.companies} companies and ${counts.people} people of seed ${asked.seed} in`
}

async function withDatabase<Result>(
  env: Env,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (env.databaseUrl !== undefined) return withOpen({ url: env.databaseUrl }, work)
  const claim = claimDataFolder(env.dataFolder, { minFreeBytes: env.minFreeBytes })
  try {
    return await withOpen({ folder: join(env.dataFolder, 'database') }, work)
  } finally {
    claim.release()
  }
}

async function withOpen<Result>(
  place: DatabasePlace,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(place)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
