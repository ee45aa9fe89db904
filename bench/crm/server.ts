import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Clock } from './clock.ts'
import type { Orders } from './orders.ts'

export type Server = {
  /** Restarts it if it was killed. */
  keepRunning: () => Promise<void>
  kill: () => void
  sendClock: () => void
  stop: () => Promise<void>
}

/** A server process that dies by SIGKILL. `onDeath` runs before the next starts. */
export const openProcess = (
  orders: Omit<Orders, 'skipped'>,
  clock: Clock,
  onDeath: () => Promise<void>,
): Server => {
  const path = fileURLToPath(new URL('server-process.ts', import.meta.url))
  const begin = () => {
    const child = spawn(
      process.execPath,
      ['--no-warnings', path, JSON.stringify({ ...orders, skipped: clock.skipped() })],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
    return { child, ended: once(child, 'exit') }
  }
  /** Again where a busy machine is too slow for the database's patience. */
  const boot = async () => {
    for (let attempt = 1; ; attempt += 1) {
      const started = begin()
      const works = once(started.child, 'message').then(() => true)
      if (await Promise.race([works, started.ended.then(() => false)])) return started
      if (attempt === maxBoots) throw new Error('The server does not start.')
    }
  }
  let running: ReturnType<typeof begin> | null = null
  let isKilled = false
  return {
    keepRunning: async () => {
      if (running !== null && !isKilled) {
        const { exitCode, signalCode } = running.child
        if (exitCode === null && signalCode === null) return
        throw new Error('The server ended without being killed.')
      }
      if (running !== null) {
        await running.ended
        await onDeath()
      }
      isKilled = false
      running = await boot()
    },
    kill: () => {
      isKilled = true
      running?.child.kill('SIGKILL')
    },
    sendClock: () => {
      if (running?.child.connected === true) running.child.send(clock.skipped())
    },
    stop: async () => {
      isKilled = true
      running?.child.kill('SIGKILL')
      await running?.ended
    },
  }
}

const maxBoots = 5
