import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ThrowawayPostgres } from '../../../scripts/lib/throwaway-postgres.ts'
import type { DatabaseLocation } from '../../../server/platform/db/db.ts'
import { chance, type Chance } from '../chance.ts'
import { openClient, type Client } from './client.ts'
import { judge, type Verdict } from './judge.ts'
import type { Mutant, Orders } from './orders.ts'
import { makeWorld } from './world.ts'

export type Trial = {
  database: DatabaseLocation
  data: string
  seed: number
  kills: number
  people: number
  /** Kills at a random moment within this many ms after the first acceptance; `from: 'spawn'`: or while the server starts. */
  lifeMs: number
  from: 'listening' | 'spawn'
  atOnce: number
  mutant: Mutant | null
  /** After the kills of the server; the database must recover each time. */
  faults?: DatabaseFaults
  onKill?: (done: number, acked: number) => void
}

export type DatabaseFaults = {
  server: Pick<ThrowawayPostgres, 'killPostmaster' | 'restart'>
  kills: number
  restarts: number
}

export type Findings = Verdict & {
  seed: number
  kills: number
  failedBoots: number
  serverExits: number
  refused: string[]
  terminalS: number
}

export const crashTrial = async (trial: Trial): Promise<Findings> => {
  const random = chance(trial.seed)
  mkdirSync(trial.data, { recursive: true })
  const people = await makeWorld(trial.database, trial.people)
  const client = await openClient(random, people)
  const orders: Orders = {
    database: trial.database,
    data: trial.data,
    jwk: client.jwk,
    mutant: trial.mutant,
  }
  const bootMs = trial.from === 'spawn' ? await timeToListen(orders) : 0
  let failedBoots = 0
  for (let kill = 0; kill < trial.kills; kill++) {
    const up = bootMs / 2
    const life = random.next() * (trial.lifeMs + up)
    const server = startServer(orders)
    const ended = once(server.child, 'exit')
    const { promise: first, resolve: onFirst } = Promise.withResolvers<void>()
    const served = server.port.then(
      (port) => client.load(port, ended, trial.atOnce, onFirst),
      () => undefined,
    )
    if (life > up) await Promise.race([first, ended])
    const due = wait(life > up ? life - up : bootMs / 2 + life)
    const early = await Promise.race([due.then(() => false), ended.then(() => true)])
    if (early) failedBoots += 1
    server.child.kill('SIGKILL')
    await ended
    await served
    trial.onKill?.(kill + 1, client.ops.filter((op) => op.acknowledged !== null).length)
  }
  const serverExits = trial.faults ? await injected(trial, trial.faults, orders, client, random) : 0
  const terminalS = await finish(orders, client)
  const verdict = await judge(client, trial.database, trial.data)
  const refused = [...new Set(client.refused)].slice(0, 5)
  verdict.notes.push(...refused)
  const { seed, kills } = trial
  return { ...verdict, seed, kills, failedBoots, serverExits, refused, terminalS }
}

const injected = async (
  trial: Trial,
  { server: database, kills, restarts }: DatabaseFaults,
  orders: Orders,
  client: Client,
  random: Chance,
): Promise<number> => {
  const left = { kills, restarts }
  let exits = 0
  while (left.kills + left.restarts > 0) {
    const server = startServer(orders)
    const ended = once(server.child, 'exit').then(() => undefined)
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const { promise: first, resolve: onFirst } = Promise.withResolvers<void>()
    const until = Promise.race([ended, over])
    const served = server.port.then((port) => client.load(port, until, trial.atOnce, onFirst))
    await Promise.race([first, ended])
    while (left.kills + left.restarts > 0 && server.child.exitCode === null) {
      await Promise.race([wait(random.next() * trial.lifeMs), ended])
      const isKill = random.whole(left.kills + left.restarts) < left.kills
      await (isKill ? database.killPostmaster() : database.restart())
      left[isKill ? 'kills' : 'restarts'] -= 1
      await Promise.race([wait(random.next() * trial.lifeMs), ended])
    }
    if (server.child.exitCode !== null) exits += 1
    end()
    server.child.kill('SIGKILL')
    await ended
    await served.catch(() => undefined)
  }
  return exits
}

/** In ms, on this machine. */
const timeToListen = async (orders: Orders): Promise<number> => {
  const began = performance.now()
  const server = startServer(orders)
  const ended = once(server.child, 'exit')
  await server.port
  const took = performance.now() - began
  server.child.kill('SIGKILL')
  await ended
  return took
}

type StartedServer = { child: ChildProcess; port: Promise<number> }

const startServer = (orders: Orders): StartedServer => {
  const path = fileURLToPath(new URL('server-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', path, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('exit', () => reject(new Error('It ended before it listened.')))
  })
  // A server that is killed while it starts never listens.
  port.catch(() => undefined)
  return { child, port }
}

const patienceMs = 90_000

/** Seconds until every request is completed, or Infinity. */
const finish = async (orders: Orders, client: Client): Promise<number> => {
  const server = startServer(orders)
  const ended = once(server.child, 'exit')
  const port = await server.port
  const began = performance.now()
  try {
    await client.repeat(port, 40)
    while (performance.now() - began < patienceMs) {
      if ((await client.open(port)) === 0) return (performance.now() - began) / 1000
      await wait(200)
    }
    return Infinity
  } finally {
    server.child.kill('SIGTERM')
    await ended
  }
}
