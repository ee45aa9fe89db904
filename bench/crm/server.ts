import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Clock } from './clock.ts'
import type { ClockNews, Orders, ServerNews } from './orders.ts'

export type Server = {
  /** Restarts it if it was killed. */
  keepRunning: () => Promise<void>
  kill: () => void
  /** `dueAt` is when its postponed job is due, ms since 1970. */
  sendClock: (dueAt: number | null) => void
  stop: () => Promise<void>
}

/**
 * A server process that dies by SIGKILL. `onDeath` runs before the next starts, with the real time of the kill; `onIdle` when the server
 * does nothing but wait until then.
 */
export const openProcess = (
  orders: Omit<Orders, 'skipped'>,
  clock: Clock,
  {
    onDeath,
    onIdle,
  }: { onDeath: (killedAt: number) => Promise<void>; onIdle: (until: number) => void },
): Server => {
  const path = fileURLToPath(new URL('server-process.ts', import.meta.url))
  const begin = () => {
    const child = spawn(
      process.execPath,
      ['--no-warnings', path, JSON.stringify({ ...orders, skipped: clock.skipped() })],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
    const works = new Promise<true>((resolve) => {
      child.on('message', (news: ServerNews) => {
        if (news === 'working') resolve(true)
        else {
          onIdle(news.waitsUntil)
          sendClock(child, null, true)
        }
      })
    })
    return { child, works, ended: once(child, 'exit') }
  }
  /** Again where a busy machine is too slow for the database's patience. */
  const boot = async () => {
    for (let attempt = 1; ; attempt += 1) {
      const started = begin()
      if (await Promise.race([started.works, started.ended.then(() => false)])) return started
      if (attempt === maxBoots) throw new Error('The server does not start.')
    }
  }
  const sendClock = (child: ChildProcess, dueAt: number | null, isAnswer: boolean): void => {
    const news: ClockNews = { skipped: clock.skipped(), dueAt, isAnswer }
    // It may be dying; with a callback, that is no error.
    if (child.connected) child.send(news, () => undefined)
  }
  let running: ReturnType<typeof begin> | null = null
  let killedAt: number | null = null
  return {
    keepRunning: async () => {
      if (running !== null && killedAt === null) {
        const { exitCode, signalCode } = running.child
        if (exitCode === null && signalCode === null) return
        throw new Error('The server ended without being killed.')
      }
      if (running !== null && killedAt !== null) {
        await running.ended
        await onDeath(killedAt)
      }
      killedAt = null
      running = await boot()
    },
    kill: () => {
      killedAt ??= Date.now()
      running?.child.kill('SIGKILL')
    },
    sendClock: (dueAt) => {
      if (running !== null) sendClock(running.child, dueAt, false)
    },
    stop: async () => {
      killedAt ??= Date.now()
      running?.child.kill('SIGKILL')
      await running?.ended
    },
  }
}

const maxBoots = 5
