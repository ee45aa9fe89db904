import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { streamOf } from './pieces.ts'
import { readFile, type ReadFile } from './read-file.ts'
import type { ReadingReply } from './reading-thread.ts'
import { isZip, type Bytes } from './table.ts'
import { tooLarge, Unreadable } from '../workbook/unreadable.ts'

export type ThreadLimits = {
  /** They do not depend on how busy the machine is. */
  cpuSeconds: number
  /** For a thread that waits forever. */
  seconds: number
}

/** A file at the limits of uploads stays below them. */
const threadLimits: ThreadLimits = { cpuSeconds: 10, seconds: 60 }

/** A second limit: the readers' budgets stop much earlier. A heap too small to start with would end the process. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

const tickMs = 200

/** A text file of this size is read faster than a thread starts; a workbook of any size may unpack to anything. */
const maxSmallText = 65_536

/**
 * Within limits of time and memory, so that the event loop stays free; a small text file is read directly. Throws Unreadable as
 * `readFile` does, with the code `too-large` at a limit.
 */
export const readInThread = async (
  bytes: Bytes,
  size: number,
  limits: ThreadLimits = threadLimits,
): Promise<ReadFile> => {
  const file = await joined(bytes, size)
  if (size <= maxSmallText && !isZip(file)) return readFile(() => streamOf(file))
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: file,
    transferList: [file.buffer],
    resourceLimits: heap,
  })
  // A thread that runs out of memory after its deadline reports it to no other listener, and an unhandled error would end the process.
  worker.on('error', () => undefined)
  const outOfTime = new AbortController()
  // Counted in ticks of this process, so that a laptop's sleep does not count.
  let ticks = 0
  const watch = setInterval(() => {
    ticks += 1
    if (ticks * tickMs > limits.seconds * 1000) outOfTime.abort()
    worker.cpuUsage().then(
      ({ user, system }) => {
        if (user + system > limits.cpuSeconds * 1_000_000) outOfTime.abort()
      },
      () => undefined,
    )
  }, tickMs)
  try {
    // The thread sends one message, which is a ReadingReply.
    const [reply] = (await once(worker, 'message', { signal: outOfTime.signal })) as [ReadingReply]
    if ('read' in reply) return reply.read
    throw new Unreadable(reply.detail, reply)
  } catch (error) {
    throw outOfTime.signal.aborted || isOutOfMemory(error) ? tooLarge() : error
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}

/** Allocated once: concatenating parts would need twice the memory. */
const joined = async (bytes: Bytes, size: number): Promise<Uint8Array<ArrayBuffer>> => {
  const file = new Uint8Array(size)
  let at = 0
  for await (const part of bytes()) {
    file.set(part, at)
    at += part.length
  }
  return file
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
