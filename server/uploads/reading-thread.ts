import { parentPort, workerData } from 'node:worker_threads'
import { streamOf } from './pieces.ts'
import { readFile, type ReadFile } from './read-file.ts'
import { Unreadable } from '../workbook/unreadable.ts'

export type ReadingReply = { read: ReadFile } | { detail: string; pointer: string; code: string }

// Set by `readInThread`.
const file = workerData as Uint8Array<ArrayBuffer>

const reply = async (): Promise<ReadingReply> => {
  try {
    return { read: await readFile(() => streamOf(file), { whole: Buffer.from(file.buffer) }) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { detail: error.message, pointer: error.pointer, code: error.code }
  }
}

parentPort?.postMessage(await reply())
