import pg from 'pg'
import type { SearchEngine } from '../../server/search/engine.ts'
import { percentile, throughput, measureMs } from '../support/timing.ts'
import type { Variant } from './mix.ts'
import type { Peer, Statement } from './peer.ts'

/** Times in ms by query name; answers per second to eight clients. */
export type Side = { times: Map<string, number[]>; rps: number }

export const allOf = (side: Side): number[] => [...side.times.values()].flat()
export const p50Of = (side: Side, name: string): number =>
  percentile(side.times.get(name) ?? [], 0.5)

const clients = 8

export const timeEngine = async (
  engine: Pick<SearchEngine, 'search'>,
  mix: readonly Variant[],
): Promise<Side> => {
  const asks = mix.map(({ name, request }) => ({ name, ask: () => engine.search(request) }))
  for (let round = 0; round < 5; round++) for (const { ask } of asks) await ask()
  return timeSide(asks, 20, 5)
}

/** Checks PostgreSQL's totals against the engine's, and takes its faster query. */
export const timePeer = async (
  url: string,
  peer: Peer,
  engine: SearchEngine,
  mix: readonly Variant[],
): Promise<Side> => {
  const pool = new pg.Pool({ connectionString: url, max: clients })
  try {
    const asks = []
    for (const { name, request } of mix) {
      const statements = peer.statements(request)
      const { total } = await engine.search(request)
      const ways = []
      for (const statement of statements) {
        const theirs = await ask(pool, statement)
        if (theirs !== total)
          throw new Error(`'${name}': the engine counts ${total} and PostgreSQL ${theirs}.`)
        ways.push({ statement, ms: await measureMs(() => ask(pool, statement)) })
      }
      const [best] = ways.sort((a, b) => a.ms - b.ms)
      if (best) asks.push({ name, ask: () => ask(pool, best.statement) })
    }
    return await timeSide(asks, 3, 10)
  } finally {
    await pool.end()
  }
}

const ask = async (pool: pg.Pool, statement: Statement): Promise<number> => {
  let total = NaN
  for (const query of statement) {
    const { rows } = await pool.query<{ count?: string }>(query)
    if (rows[0]?.count !== undefined) total = Number(rows[0].count)
  }
  return total
}

const timeSide = async (
  asks: readonly { name: string; ask: () => Promise<unknown> }[],
  rounds: number,
  seconds: number,
): Promise<Side> => {
  const times = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++)
    for (const { name, ask } of asks) {
      const list = times.get(name) ?? []
      list.push(await measureMs(ask))
      times.set(name, list)
    }
  const rps = await throughput(clients, seconds, async (turn) => asks[turn % asks.length]?.ask())
  return { times, rps }
}
