import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { streamOf } from './pieces.ts'
import { readFile, type ReadFile } from './reading.ts'
import type { ReadingReply } from './reading-thread.ts'
import { isZip, type Bytes } from './table.ts'
import { tooLarge, Unreadable } from './unreadable.ts'

export type ThreadLimits = {
  /** Seconds of work, which a busy machine does not make fewer. */
  cpuSeconds: number
  /** Seconds in all, for a thread that waits for something that never comes. */
  seconds: number
}

/** What reading one file may take; a file at the limits of uploads stays below it. */
const threadLimits: ThreadLimits = { cpuSeconds: 10, seconds: 60 }

/** A second fence: the budgets of the readers end a file long before, and a heap that is too small to start with ends the process. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

const tickMs = 200

/** A text file of this size takes less time to read than a thread takes to start; a workbook may unpack to anything. */
const maxSmallText = 65_536

/**
 * Reads a file in a thread of its own, so that the event loop stays free, and ends the thread at its limits of time and memory; a
 * small text file is read at once. Throws Unreadable as `readFile` does, with the code `too-large` at a limit.
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
  // A thread that runs out of memory after its time is over reports it to no other listener, and that would end the process.
  worker.on('error', () => undefined)
  const outOfTime = new AbortController()
  // Counted in ticks of this process: a laptop that slept has spent no time on the file.
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

/** The whole file in one buffer, which is allocated once: joining parts afterwards would take it twice. */
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
