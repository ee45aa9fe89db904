import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  loadDemoWorld,
  loadedDemoWorld,
  replaceDemoWorld,
  type DemoOptions,
} from '../server/domain/demo/load.ts'
import { claimDataFolder } from '../server/platform/data-folder.ts'
import { openDatabase, type Database, type DatabasePlace } from '../server/platform/db.ts'
import type { Env } from '../server/platform/env.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { envOrRefusal } from './lib/before-start.ts'
import { sentenceFor } from './lib/sentences.ts'
import { stepLines } from './lib/step-lines.ts'

/** npm run demo: fills the database with an invented market, or replaces the one it holds. */
const usage = `Usage: npm run demo -- [--companies 20000] [--people 100000] [--seed 1] [--replace]

  --seed      another number draws another market
  --replace   take the demo world out that is there, and put this one in; imported records stay`

const progress = stepLines(process.stderr)

try {
  const asked = options()
  if (asked === undefined) process.stdout.write(`${usage}\n`)
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

type Asked = DemoOptions & { replace: boolean }

/** What the command line asks for; undefined for help. */
function options(): Asked | undefined {
  const { values } = parsed()
  if (values.help) return undefined
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
      options: {
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

/** Loads what was asked for; gives one sentence about it that ends where the time goes. */
async function load(db: Database, asked: Asked): Promise<string> {
  const loaded = await loadedDemoWorld(db)
  const same =
    loaded?.seed === asked.seed &&
    loaded.companies === asked.companies &&
    loaded.people === asked.people
  if (loaded && !asked.replace) {
    const size = `${loaded.companies} companies and ${loaded.people} people of seed ${loaded.seed}`
    if (same) return `The demo world of ${size} is there already; looked at in`
    throw new Refusal(`A demo world of ${size} is there: --replace puts this one in its place.`)
  }
  const counts = loaded
    ? await replaceDemoWorld(db, loaded, asked)
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
