import { Worker } from 'node:worker_threads'
import type { Reader } from './reader.ts'
import type { Rebuilder } from './rebuilder.ts'
import type { Writer } from './writer.ts'

/** What a thread is started for. */
export type Role =
  | { role: 'reader'; lane: number }
  | { role: 'writer'; lanes: number }
  | { role: 'rebuilder'; lanes: number; today: string }

type Calls = Reader | Writer | Rebuilder
type Call = (argument: never) => unknown
type Named<C, Name extends keyof C> = C[Name] extends Call ? C[Name] : never

/** Something that answers calls, in this thread or in another. */
export type Answering<C extends Calls> = {
  ask<Name extends keyof C & string>(
    name: Name,
    argument: Parameters<Named<C, Name>>[0],
  ): Promise<ReturnType<Named<C, Name>>>
  /** Calls under way; without end once it is dead. */
  busy(): number
  stop(): Promise<void>
}

export type Asked = { id: number; name: string; argument: unknown }
export type Answered = { id: number; result: unknown } | { id: number; error: string }

/** Answers in the calling thread: for tests and for the smallest machines. */
export const answeringHere = <C extends Calls>(calls: C): Answering<C> => ({
  ask: async (name, argument) => {
    const call = calls[name] as (argument: unknown) => ReturnType<Named<C, typeof name>>
    return call(argument)
  },
  busy: () => 0,
  stop: () => Promise.resolve(),
})

/** Starts a thread; `onDeath` hears when it ends without having been stopped, and every call under way is rejected. */
export const answeringThread = <C extends Calls>(
  role: Role,
  onDeath: (error: Error) => void,
): Answering<C> => {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: role,
    resourceLimits: { maxOldGenerationSizeMb: 8192 },
  })
  // The server's own work keeps the process alive, not its index.
  worker.unref()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let next = 1
  let stopped = false
  let dead: Error | undefined
  const die = (error: Error): void => {
    if (dead) return
    dead = error
    for (const call of waiting.values()) call.reject(error)
    waiting.clear()
    if (!stopped) onDeath(error)
  }
  worker.on('message', (answer: Answered) => {
    const call = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('error' in answer) call?.reject(new Error(answer.error))
    else call?.resolve(answer.result)
  })
  worker.on('error', (error) => {
    die(error instanceof Error ? error : new Error(String(error)))
  })
  worker.on('exit', () => {
    die(new Error(`The search ${role.role} has ended.`))
  })
  return {
    ask: (name, argument) => {
      if (dead) return Promise.reject(dead)
      const call = Promise.withResolvers<unknown>()
      try {
        worker.postMessage({ id: next, name, argument } satisfies Asked)
      } catch (error) {
        // What is asked cannot be sent to a thread.
        return Promise.reject(error)
      }
      if (waiting.size === 0) worker.ref()
      waiting.set(next++, call)
      // The worker on the other side answers each name with what its function returns.
      return call.promise as Promise<ReturnType<Named<C, typeof name>>>
    },
    busy: () => (dead ? Infinity : waiting.size),
    stop: async () => {
      stopped = true
      await worker.terminate()
    },
  }
}
