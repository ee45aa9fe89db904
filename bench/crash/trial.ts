import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DatabasePlace } from '../../server/platform/db.ts'
import { chance } from '../offline/chance.ts'
import { openClient, type Client } from './client.ts'
import { judge, type Verdict } from './judge.ts'
import type { Mutant, Orders } from './orders.ts'
import { makeWorld } from './world.ts'

export type Trial = {
  place: DatabasePlace
  data: string
  seed: number
  kills: number
  people: number
  /** A server is killed at a random moment of so many ms after its first acceptance; `from` spawn: or on its way up. */
  lifeMs: number
  from: 'listening' | 'spawn'
  atOnce: number
  mutant: Mutant | null
  onKill?: (done: number, acked: number) => void
}

export type Findings = Verdict & {
  seed: number
  kills: number
  failedBoots: number
  terminalS: number
}

/** Kills a server again and again while it is asked for downloads, then lets it finish and counts what was lost and what was doubled. */
export const crashTrial = async (trial: Trial): Promise<Findings> => {
  const random = chance(trial.seed)
  mkdirSync(trial.data, { recursive: true })
  const people = await makeWorld(trial.place, trial.people)
  const client = await openClient(random, people)
  const orders: Orders = {
    place: trial.place,
    data: trial.data,
    jwk: client.jwk,
    mutant: trial.mutant,
  }
  const bootMs = trial.from === 'spawn' ? await timeToListen(orders) : 0
  let failedBoots = 0
  for (let kill = 0; kill < trial.kills; kill++) {
    const up = bootMs / 2
    const life = random.next() * (trial.lifeMs + up)
    const server = begin(orders)
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
  const terminalS = await finish(orders, client)
  const verdict = await judge(client, trial.place, trial.data)
  const { refused } = client
  verdict.notes.push(...[...new Set(refused)].slice(0, 5))
  return { ...verdict, seed: trial.seed, kills: trial.kills, failedBoots, terminalS }
}

/** How long a server takes on this machine today until it listens, in ms. */
const timeToListen = async (orders: Orders): Promise<number> => {
  const began = performance.now()
  const server = begin(orders)
  const ended = once(server.child, 'exit')
  await server.port
  const took = performance.now() - began
  server.child.kill('SIGKILL')
  await ended
  return took
}

type Begun = { child: ChildProcess; port: Promise<number> }

const begin = (orders: Orders): Begun => {
  const path = fileURLToPath(new URL('server-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', path, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('exit', () => reject(new Error('It ended before it listened.')))
  })
  // A server killed on its way up never listens.
  port.catch(() => undefined)
  return { child, port }
}

const patienceMs = 90_000

/** One last start, without a kill: seconds until every request is over, or Infinity. */
const finish = async (orders: Orders, client: Client): Promise<number> => {
  const server = begin(orders)
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
