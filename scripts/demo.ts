import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { loadDemoWorld, loadedDemoWorld, replaceDemoWorld, type LoadOptions } from '../demo/load.ts'
import { maxTicks, Ticks, runTicks } from '../demo/run-ticks.ts'
import { claimDataFolder } from '../server/platform/process/data-folder.ts'
import { openDatabase, type Database, type DatabaseLocation } from '../server/platform/db/db.ts'
import type { Env } from '../server/platform/process/env.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { accessData, postToServer } from './lib/data-access.ts'
import { envOrRefusal } from './lib/startup-checks.ts'
import { sentenceFor } from './lib/sentences.ts'
import { stepLines } from './lib/step-lines.ts'
import { dayOf } from '../contract/core/days.ts'

const usage = `Usage: npm run demo -- [--companies 20000] [--people 100000] [--seed 1] [--replace]
       npm run demo -- --tick [times]

  --seed      a different number creates a different market
  --replace   replace the current demo world; imported records stay
  --tick      let something happen in the market that is there: a few records change, and agents hear of it`

const progress = stepLines(process.stderr)
const TickAnswer = z.object({ signals: z.optional(z.int()), detail: z.optional(z.string()) })

try {
  const command = parseCommand()
  if (command === undefined) process.stdout.write(`${usage}\n`)
  else if ('ticks' in command) process.stdout.write(`${await tickMarket(command)}\n`)
  else {
    const began = performance.now()
    const text = await withDatabase(envOrRefusal(), (db) => load(db, command))
    progress.done()
    process.stdout.write(`${text} ${((performance.now() - began) / 1000).toFixed(1)} s.\n`)
  }
} catch (error) {
  progress.done()
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

type LoadRequest = LoadOptions & { replace: boolean }

function parseCommand(): LoadRequest | Ticks | undefined {
  const { values } = parseCommandLine()
  if (values.help) return undefined
  if (values.tick !== undefined) {
    const ticks = Ticks.safeParse({ ticks: Number(values.tick) })
    if (ticks.success) return ticks.data
    throw new Refusal(`--tick takes a whole number from 1 to ${maxTicks}.`)
  }
  return {
    companies: parseCount('companies', values.companies, 1),
    people: parseCount('people', values.people, 0),
    seed: parseCount('seed', values.seed, 0),
    today: dayOf(new Date()),
    replace: values.replace,
    onProgress: progress.step,
  }
}

function parseCommandLine() {
  try {
    return parseArgs({
      args: process.argv.slice(2).flatMap((argument, index, list) => {
        const bare = argument === '--tick' && !/^\d/.test(list[index + 1] ?? '')
        return bare ? ['--tick', '1'] : [argument]
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

function parseCount(name: string, text: string, least: number): number {
  const number = Number(text)
  if (!/^\d{1,9}$/.test(text) || number < least)
    throw new Refusal(`--${name} must be a whole number of at least ${least}.`)
  return number
}

async function tickMarket(request: Ticks): Promise<string> {
  const signals = await accessData({
    alone: (db) => runTicks(db, request.ticks, () => new Date()),
    through: async (server) => {
      const answer = await postToServer(
        server,
        '/_control/demo',
        JSON.stringify(request),
        'application/json',
      )
      const result = TickAnswer.parse(await answer.json())
      if (result.signals !== undefined) return result.signals
      throw new Refusal(result.detail ?? `The server answered ${String(answer.status)}.`)
    },
  })
  return `${signals} signals in ${request.ticks} ${request.ticks === 1 ? 'tick' : 'ticks'} of the demo's market.`
}

async function load(db: Database, request: LoadRequest): Promise<string> {
  const loaded = await loadedDemoWorld(db)
  const same =
    loaded?.seed === request.seed &&
    loaded.companies === request.companies &&
    loaded.people === request.people
  if (loaded && !request.replace) {
    const size = `${loaded.companies} companies and ${loaded.people} people of seed ${loaded.seed}`
    if (same) return `The demo world of ${size} is already loaded; checked in`
    throw new Refusal(`A demo world of ${size} is already loaded. Use --replace to replace it.`)
  }
  const counts = loaded
    ? await replaceDemoWorld(db, request)
    : await db.bulk((bulk) => loadDemoWorld(bulk, request))
  return `Loaded ${counts.companies} companies and ${counts.people} people of seed ${request.seed} in`
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
  database: DatabaseLocation,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(database)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
