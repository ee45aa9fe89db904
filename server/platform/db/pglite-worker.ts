import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import * as z from 'zod/mini'
import { openDurably } from './durable-files.ts'

export type PgliteRequest =
  | { id: number; kind: 'query'; sql: string; params: unknown[] }
  | { id: number; kind: 'copy'; sql: string; text: string }
  | { id: number; kind: 'copy-out'; sql: string }
  | { id: number; kind: 'close' }

export type PgliteReply =
  | { id: number; rows: unknown[]; affected: number; bytes?: Uint8Array }
  | { id: number; error: { message: string; code?: string; constraint?: string; detail?: string } }

const asText = (value: string): string => value
/** int8, numeric and date as text, as with the pg driver. */
const parsers = { 20: asText, 1700: asText, 1082: asText }

const port = parentPort
if (!port) throw new Error('This file runs in a worker thread only.')

const Opening = z.object({ folder: z.optional(z.string()), isThrowaway: z.boolean() })
const { folder, isThrowaway } = z.parse(Opening, workerData)
/** 128 MB of buffers, its default, take three times as long to open: PGlite fills them with zeros. */
const fewBuffers = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
const db =
  folder === undefined || isThrowaway
    ? await PGlite.create({
        ...(folder === undefined ? {} : { dataDir: folder }),
        parsers,
        startParams: fewBuffers,
      })
    : await openDurably(folder, { parsers })

const answer = async (request: PgliteRequest): Promise<PgliteReply> => {
  if (request.kind === 'close') {
    await db.close()
    return { id: request.id, rows: [], affected: 0 }
  }
  if (request.kind === 'copy-out') {
    const { blob } = await db.query(request.sql)
    const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
    return { id: request.id, rows: [], affected: 0, bytes }
  }
  const result =
    request.kind === 'copy'
      ? await db.query(request.sql, [], { blob: new Blob([request.text]) })
      : await db.query(request.sql, request.params)
  return { id: request.id, rows: result.rows, affected: result.affectedRows ?? 0 }
}

const described = (error: unknown): { message: string; code?: string } => {
  if (!(error instanceof Error)) return { message: String(error) }
  const details: Record<string, string> = { message: error.message }
  for (const key of ['code', 'constraint', 'detail'])
    if (key in error) details[key] = String(Reflect.get(error, key))
  return { ...details, message: error.message }
}

port.on('message', (request: PgliteRequest) => {
  answer(request).then(
    (reply) => {
      port.postMessage(reply)
      if (request.kind === 'close') port.close()
    },
    (error: unknown) => {
      port.postMessage({ id: request.id, error: described(error) } satisfies PgliteReply)
    },
  )
})
port.postMessage({ id: 0, rows: [], affected: 0 } satisfies PgliteReply)
