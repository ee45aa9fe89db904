import { BatchRefused, CrmError, Uncertain, Unreadable } from '../connectors/errors.ts'
import type { Write, Written } from '../connectors/port.ts'
import { Postponed } from '../platform/db/queue.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { chunked } from './known.ts'
import { keyHash } from './facts.ts'
import { saveLinks } from './links.ts'
import { beginCreates, endSent, markUnknown, markUsed, markWritten, type Create } from './sent.ts'
import { fence, type Session } from './session.ts'

type Answers = Map<string, Written>

/** By `ref`. Without an answer the CRM's state is unknown; updates may be planned again. */
export const sendUpdates = async (session: Session, writes: readonly Write[]): Promise<Answers> => {
  const answers: Answers = new Map()
  await inParallel(chunked(writes, session.connector.limits.write), session, async (chunk) => {
    await fence(session, (trx) => markUsed(trx, session.request, keysOf(chunk)))
    await sendHalving(session, chunk, async (written) => {
      await session.db.asOrg(session.orgId, (trx) =>
        markWritten(
          trx,
          session.request,
          written.flatMap(({ ref, is }) => (is === 'updated' || is === 'created' ? [ref] : [])),
        ),
      )
      for (const each of written) answers.set(each.ref, each)
    })
  })
  return answers
}

/**
 * By `ref`; records whose create is under way elsewhere are absent. Each create is written down before it is sent, and its link is stored
 * with its answer.
 */
export const sendCreates = async (
  session: Session,
  creates: readonly Create[],
): Promise<Answers> => {
  const { connector, connectionId, orgId, request, now } = session
  const answers: Answers = new Map()
  await inParallel(chunked(creates, connector.limits.write), session, async (chunk) => {
    const at = now()
    const of = { orgId, connectionId, requestId: request.id, at }
    let started = new Map<string, string>()
    await fence(session, async (trx) => {
      started = await beginCreates(trx, of, chunk)
      await markUsed(trx, request, [...started.keys()])
    })
    const sending = chunk.filter(({ write }) => started.has(write.key))
    for (const { write, keys } of sending)
      for (const key of keys) session.claims.set(keyHash(key), write.key)
    const pending = new Set(started.values())
    try {
      await sendHalving(
        session,
        sending.map(({ write }) => write),
        async (written) => {
          await recordCreates(session, sending, started, written)
          for (const each of written) {
            answers.set(each.ref, each)
            const id = started.get(each.ref)
            if (id !== undefined) pending.delete(id)
          }
        },
      )
    } catch (error) {
      if (wasNotSent(error))
        await session.db.asOrg(orgId, (trx) => endSent(trx, [...pending], 'absent'))
      throw error
    }
  })
  return answers
}

const keysOf = (writes: readonly Write[]): string[] => writes.map(({ key }) => key)

/** The link of a create, in the transaction that ends it. */
const recordCreates = async (
  { db, orgId, connectionId, request, now }: Session,
  creates: readonly Create[],
  started: ReadonlyMap<string, string>,
  written: readonly Written[],
): Promise<void> => {
  const ids = (...kinds: Written['is'][]): string[] =>
    written.flatMap(({ ref, is }) => (kinds.includes(is) ? (started.get(ref) ?? []) : []))
  const links = written.flatMap((answer) => {
    const write = creates.find((create) => create.write.ref === answer.ref)?.write
    return write && (answer.is === 'created' || answer.is === 'updated')
      ? [{ recordId: write.key, object: write.object, id: answer.id, isOurs: true }]
      : []
  })
  await db.asOrg(orgId, async (trx) => {
    await saveLinks(trx, { orgId, connectionId, at: now() }, links)
    await markWritten(
      trx,
      request,
      links.map(({ recordId }) => recordId),
    )
    await endSent(trx, ids('created', 'updated'), 'done')
    await endSent(trx, ids('exists', 'deleted', 'refused'), 'refused')
    await endSent(trx, ids('absent'), 'absent')
    await markUnknown(trx, ids('unknown'))
  })
}

/** A batch that is refused as a whole is halved until the bad row is alone. */
const sendHalving = async (
  session: Session,
  writes: readonly Write[],
  record: (written: readonly Written[]) => Promise<void>,
): Promise<void> => {
  if (writes.length === 0) return
  try {
    await record(await answersTo(session, writes))
  } catch (error) {
    if (!(error instanceof BatchRefused)) throw error
    const [only] = writes
    if (only && writes.length === 1) {
      const { message: text } = error
      await record([{ ref: only.ref, is: 'refused', code: 'refused', text, retry: 'never' }])
      return
    }
    const half = writes.length >> 1
    await sendHalving(session, writes.slice(0, half), record)
    await sendHalving(session, writes.slice(half), record)
  }
}

/** Exactly one answer each. */
const answersTo = async (
  { call, connector, log }: Session,
  writes: readonly Write[],
): Promise<readonly Written[]> => {
  try {
    const written = await call((api) => connector.write(api, writes))
    const byRef = new Map(written.map((each) => [each.ref, each]))
    return writes.map(({ ref }) => byRef.get(ref) ?? { ref, is: 'unknown' })
  } catch (error) {
    if (!(error instanceof Uncertain) && !(error instanceof Unreadable)) throw error
    log?.info({ err: error }, 'a CRM did not say what it wrote')
    return writes.map(({ ref }) => ({ ref, is: 'unknown' }))
  }
}

/** Every other failure may have come after the call was sent. */
const wasNotSent = (error: unknown): boolean =>
  error instanceof Postponed || error instanceof ProblemError || error instanceof CrmError

/** After a failure nothing more begins, and what is under way ends first. */
const inParallel = async <Item>(
  items: readonly Item[],
  { connector }: Session,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = [...items]
  let isFailing = false
  const workOn = async (): Promise<void> => {
    for (;;) {
      const item = isFailing ? undefined : waiting.shift()
      if (item === undefined) return
      try {
        await work(item)
      } catch (error) {
        isFailing = true
        throw error
      }
    }
  }
  const workers = Array.from({ length: connector.limits.inFlight }, workOn)
  const ended = await Promise.allSettled(workers)
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
