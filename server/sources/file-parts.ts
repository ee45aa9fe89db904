import type { Transaction } from 'kysely'
import { sourcePart } from '../../contract/org/sources.ts'
import { enqueue } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { checkOperator, operatorOf } from './store.ts'

type Trx = Transaction<Tables>

export const sourceJob = 'source-run'

/** Of a run that is one of the operator's sources. */
export const enqueueRun = async (trx: Trx, runId: string): Promise<void> => {
  const orgId = await operatorOf(trx)
  if (orgId !== undefined) await enqueue(trx, { orgId, kind: sourceJob, id: runId })
}

const partKey = (runId: string, n: number): string => `sources/${runId}-${n}.part`

export const rejectsKey = (runId: string): string => `sources/${runId}-rejected.csv`

/** As on the operator's machine; undefined if the caller's organisation may not see it. */
export const rejectsName = async (trx: Trx, runId: string): Promise<string | undefined> => {
  const run = await trx
    .selectFrom('source_run')
    .select('file_name')
    .where('id', '=', runId)
    .executeTakeFirst()
  return run && `${run.file_name?.replace(/\.\w{1,5}$/, '') ?? 'rows'}.rejected.csv`
}

/** What is to come: parts have all the same size, except the last. */
export const expectedPart = async (
  trx: Trx,
  actor: { orgId: string },
  { runId, n, bytes }: { runId: string; n: number; bytes: number },
): Promise<'stored' | 'next'> => {
  await checkOperator(trx, actor)
  const run = await uploadingRun(trx, runId)
  if (n < run.parts) return 'stored'
  const left = Number(run.file_size) - Number(run.received_bytes)
  if (n > run.parts || run.state !== 'uploading')
    throw new ProblemError('version-conflict', `The next part is ${run.parts}.`, {
      more: { parts: run.parts },
    })
  if (bytes !== Math.min(left, sourcePart)) {
    const detail = `This part has to have ${Math.min(left, sourcePart)} bytes.`
    throw new ProblemError('invalid-input', detail, {
      errors: [{ pointer: '/n', code: 'part-size', detail }],
    })
  }
  return 'next'
}

/** After the last part the dry run begins. */
export const countPart = async (
  trx: Trx,
  { runId, n, bytes }: { runId: string; n: number; bytes: number },
): Promise<{ receivedBytes: number; size: number }> => {
  const run = await uploadingRun(trx, runId)
  const [size, received] = [Number(run.file_size), Number(run.received_bytes)]
  if (n !== run.parts) return { receivedBytes: received, size }
  const whole = received + bytes === size
  await trx
    .updateTable('source_run')
    .set({
      parts: n + 1,
      received_bytes: received + bytes,
      ...(whole && { state: 'waiting' as const }),
    })
    .where('id', '=', runId)
    .execute()
  if (whole) await enqueueRun(trx, runId)
  return { receivedBytes: received + bytes, size }
}

const uploadingRun = async (trx: Trx, runId: string) => {
  const run = await trx
    .selectFrom('source_run')
    .selectAll()
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst()
  if (run === undefined || run.file_size === null) throw notFound()
  return run
}

export const writePart = (
  files: FileStore,
  runId: string,
  n: number,
  bytes: Uint8Array,
): Promise<number> => files.write(partKey(runId, n), inPieces(bytes))

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}

/** Throws if a part is missing. */
export async function* readParts(
  files: FileStore,
  runId: string,
  parts: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let n = 0; n < parts; n += 1) {
    const part = await files.read(partKey(runId, n))
    if (part === undefined) throw new Error(`part ${n} of an uploaded source is missing`)
    const content: AsyncIterable<Uint8Array> = part.content
    yield* content
  }
}

export const removeParts = async (
  files: FileStore,
  runId: string,
  parts: number,
): Promise<void> => {
  for (let n = 0; n < parts; n += 1) await files.remove(partKey(runId, n))
}
