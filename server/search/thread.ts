import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createReader } from './reader.ts'
import { createRebuilder } from './rebuilder.ts'
import type { CallResponse, CallRequest, Role } from './threads.ts'
import { createWriter } from './writer.ts'

// Set by the thread that starts this one.
const role = workerData as Role

const calls: object =
  role.role === 'reader'
    ? createReader(role.lane)
    : role.role === 'writer'
      ? createWriter(role.lanes)
      : createRebuilder(role.lanes, { today: role.today })
// Answers go before a rebuild. Only Linux has priorities per thread; elsewhere this would slow the whole process.
if (role.role === 'rebuilder' && process.platform === 'linux')
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const handlers = new Map<string, unknown>(Object.entries(calls))

parentPort?.on('message', ({ id, name, argument }: CallRequest) => {
  parentPort?.postMessage(answer(id, name, argument))
})

const answer = (id: number, name: string, argument: unknown): CallResponse => {
  const handler = handlers.get(name)
  if (typeof handler !== 'function') return { id, error: `Search has no call '${name}'.` }
  try {
    return { id, result: handler(argument) }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
