import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { reportPromise } from '../../kit/reliability.ts'
import type { SearchEngine } from '../../../server/search/engine.ts'
import { walk, type Walked } from '../../kit/walks/walk.ts'
import { openWorld, type World } from '../../kit/walks/world.ts'

// WALKS=2000 is the full volume (I14); WALK=17 repeats only the seventeenth walk of a seed.
const seed = Number(process.env['WALKS_SEED'] ?? 20260315)
const walks = Number(process.env['WALKS'] ?? 40)
const only = process.env['WALK']
const stepsEach = 25
const goal = 2_000
/** A database is replaced after so many walks, because its agents and signals slow down later ones. */
const walksPerWorld = 100

describe('random walks of members of two organisations', () => {
  it(
    `find no 5xx, no leak, no deleted item that answers, and a ledger that adds up (WALKS_SEED=${seed}, ${walks} walks of ${stepsEach} steps)`,
    async () => {
      const numbers =
        only === undefined ? Array.from({ length: walks }, (_, n) => n) : [Number(only)]
      const found = await walkAll(numbers)
      expect(found.faults).toEqual([])
      if (only !== undefined) return
      // Walks that are refused everywhere, or never use foreign or deleted items, would pass as well.
      expect(found.good / found.steps).toBeGreaterThan(0.4)
      expect(found.foreign).toBeGreaterThan(walks / 2)
      expect(found.deleted).toBeGreaterThan(walks / 20)
      expect(found.calls).toBeGreaterThan(Math.min(walks * 2, Object.keys(api).length * 0.9))
      const { steps, foreign, deleted, good } = found
      reportPromise({
        promise: 'I14',
        check: `stateful walks of ${stepsEach} steps over every call`,
        volume: walks,
        goal,
        seed,
        figures: { steps, good, foreign, deleted, fiveHundreds: 0, leaks: 0 },
      })
    },
    60_000 + walks * 10_000,
  )
})

describe('a random walk over a broken server', () => {
  const patience = 120_000

  it(
    'reports a handler that throws, with the request',
    async () => {
      const search: SearchEngine = new Proxy({} as SearchEngine, {
        get: () => () => Promise.reject(new Error('planted')),
      })
      const fault = await faultIn(await openWorld({ search }), 1)
      expect(fault).toContain('answered 500')
      expect(fault).toMatch(
        /WALK=0 repeats it.*planted.*\n +1 admin user_zq\w+: POST \/api\/records/s,
      )
    },
    patience,
  )

  it(
    'reports a table without its row-level policy, with the writer of the leaked row',
    async () => {
      const world = await openWorld()
      for (const table of ['saved_item', 'recent_search', 'activity', 'upload'])
        await sql`alter table ${sql.table(table)} disable row level security`.execute(
          world.test.db.owner,
        )
      const fault = await faultIn(world, 40, true)
      expect(fault).toMatch(/of another organisation|tells what is not yours/)
      expect(fault?.split('\n').length).toBeGreaterThan(2)
    },
    patience,
  )

  it(
    'reports a deleted item that still answers',
    async () => {
      const world = await openWorld()
      const send: World['send'] = async (request, as) => {
        const reply = await world.send(request, as)
        if (request.method === 'DELETE')
          for (const table of ['saved_item', 'activity'])
            await sql`update ${sql.table(table)} set deleted_at = null`.execute(world.test.db.owner)
        return reply
      }
      expect(await faultIn({ ...world, send }, 80)).toContain('for what was deleted')
    },
    patience,
  )

  it(
    'reports a balance without a matching entry',
    async () => {
      const world = await openWorld()
      const send: World['send'] = async (request, as) => {
        await sql`update credit_account set posted = posted + 1`.execute(world.test.db.owner)
        return world.send(request, as)
      }
      expect(await faultIn({ ...world, send }, 1)).toContain('the ledger does not add up')
    },
    patience,
  )
})

/** The first fault, with `own` the first that shows data of its own walk: no step of it wrote what an earlier one left behind. */
const faultIn = async (world: World, most: number, own = false): Promise<string | null> => {
  try {
    for (let n = 0; n < most; n += 1) {
      const { fault } = await walk(world, seed, n)
      if (fault !== null && (!own || !/holds 'zq/.test(fault) || fault.includes(`${n}zq `)))
        return fault
    }
    return null
  } finally {
    await world.close()
  }
}

const walkAll = async (numbers: readonly number[]) => {
  const all: Walked[] = []
  for (let from = 0; from < numbers.length; from += walksPerWorld) {
    const world = await openWorld()
    try {
      for (const n of numbers.slice(from, from + walksPerWorld))
        all.push(await walk(world, seed, n))
    } finally {
      await world.close()
    }
  }
  const sum = (of: (walked: Walked) => number): number =>
    all.reduce((total, each) => total + of(each), 0)
  return {
    faults: all.flatMap(({ fault }) => fault ?? []).slice(0, 5),
    steps: sum(({ steps }) => steps),
    good: sum(({ good }) => good),
    foreign: sum(({ foreign }) => foreign),
    deleted: sum(({ deleted }) => deleted),
    calls: new Set(all.flatMap(({ calls }) => [...calls])).size,
  }
}
