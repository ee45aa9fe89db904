import { Worker } from 'node:worker_threads'
import type { Reader } from './reader.ts'
import type { Rebuilder } from './rebuilder.ts'
import type { Writer } from './writer.ts'

export type Role =
  | { role: 'reader'; lane: number }
  | { role: 'writer'; lanes: number }
  | { role: 'rebuilder'; lanes: number; today: string }

type Calls = Reader | Writer | Rebuilder
type Call = (argument: never) => unknown
type Named<C, Name extends keyof C> = C[Name] extends Call ? C[Name] : never

export type CallClient<C extends Calls> = {
  ask<Name extends keyof C & string>(
    name: Name,
    argument: Parameters<Named<C, Name>>[0],
  ): Promise<ReturnType<Named<C, Name>>>
  /** Infinity once the thread is dead. */
  busy(): number
  stop(): Promise<void>
}

export type CallRequest = { id: number; name: string; argument: unknown }
export type CallResponse = { id: number; result: unknown } | { id: number; error: string }

/** For tests and small machines. */
export const createInlineClient = <C extends Calls>(calls: C): CallClient<C> => ({
  ask: async (name, argument) => {
    const call = calls[name] as (argument: unknown) => ReturnType<Named<C, typeof name>>
    return call(argument)
  },
  busy: () => 0,
  stop: () => Promise.resolve(),
})

/** Rejects pending calls when the thread ends. */
export const createThreadClient = <C extends Calls>(
  role: Role,
  onDeath: (error: Error) => void,
): CallClient<C> => {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: role,
    resourceLimits: { maxOldGenerationSizeMb: 8192 },
  })
  // The server keeps the process alive, not its index.
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
  worker.on('message', (answer: CallResponse) => {
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
        worker.postMessage({ id: next, name, argument } satisfies CallRequest)
      } catch (error) {
        // The arguments cannot be cloned to a thread.
        return Promise.reject(error)
      }
      if (waiting.size === 0) worker.ref()
      waiting.set(next++, call)
      // The worker answers each name with the return value of its function.
      return call.promise as Promise<ReturnType<Named<C, typeof name>>>
    },
    busy: () => (dead ? Infinity : waiting.size),
    stop: async () => {
      stopped = true
      await worker.terminate()
    },
  }
}
