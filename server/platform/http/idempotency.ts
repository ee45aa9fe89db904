import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { ProblemError } from './problem-error.ts'
import type { Database } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { isUuid } from '../../../contract/core/ids.ts'

export type KeyedRequest = {
  orgId: string
  userId: string
  key: string
  route: string
  body: unknown
}
export type StoredAnswer = { status: number; response: string }

/** Throws `key-missing` when it is no UUID. */
export const idempotencyKey = (header: string | string[] | undefined): string => {
  const key = typeof header === 'string' ? header.toLowerCase() : ''
  if (isUuid(key)) return key
  throw keyMissing()
}

export const keyMissing = (): ProblemError =>
  new ProblemError(
    'key-missing',
    'Send an Idempotency-Key header with a UUID created when the user acted.',
  )

/**
 * At most once per organisation, user and key: the answer is stored in the transaction of the effect, so a repeat gets the same
 * bytes and a failure stores nothing. A concurrent duplicate waits at the primary key, at most 5 s. Throws `key-reused` if the
 * key belongs to another request.
 */
export const once = async (
  trx: Transaction<Tables>,
  request: KeyedRequest,
  act: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> => {
  await sql`set local lock_timeout = '5s'`.execute(trx)
  if (!(await insertAnswer(trx, request, { status: 0, response: '' })))
    return storedAnswer(trx, request)
  const answer = await act()
  await trx
    .updateTable('idem')
    .set(answer)
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .execute()
  return answer
}

/**
 * For an act that calls a hosted service, outside any transaction. A duplicate at the same time waits for the first; in another
 * process both act, and the service does the work once, since both hand on the same key. Throws `key-reused`.
 */
export const openOnceOutside = (
  db: Pick<Database, 'asOrg'>,
): ((request: KeyedRequest, act: () => Promise<StoredAnswer>) => Promise<StoredAnswer>) => {
  const running = new Map<string, { request: KeyedRequest; answer: Promise<StoredAnswer> }>()
  return async (request, act) => {
    const id = `${request.orgId}/${request.userId}/${request.key}`
    const first = running.get(id)
    if (first) {
      if (!isSame(first.request, request)) throw keyReused()
      return first.answer
    }
    const answer = actOutside(db, request, act).finally(() => running.delete(id))
    running.set(id, { request, answer })
    return answer
  }
}

const actOutside = async (
  db: Pick<Database, 'asOrg'>,
  request: KeyedRequest,
  act: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> => {
  const known = await db.asOrg(request.orgId, (trx) => findAnswer(trx, request))
  if (known) return known
  const answer = await act()
  return db.asOrg(request.orgId, async (trx) =>
    (await insertAnswer(trx, request, answer)) ? answer : storedAnswer(trx, request),
  )
}

const isSame = (a: KeyedRequest, b: KeyedRequest): boolean =>
  a.route === b.route && digestOf(a) === digestOf(b)

/** False if the key is known. */
const insertAnswer = async (
  trx: Transaction<Tables>,
  request: KeyedRequest,
  answer: StoredAnswer,
): Promise<boolean> => {
  const mine = await trx
    .insertInto('idem')
    .values({
      org_id: request.orgId,
      user_id: request.userId,
      key: request.key,
      route: request.route,
      body_sha256: digestOf(request),
      ...answer,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return mine !== undefined
}

const findAnswer = async (
  trx: Transaction<Tables>,
  request: KeyedRequest,
): Promise<StoredAnswer | undefined> => {
  const before = await trx
    .selectFrom('idem')
    .select(['route', 'body_sha256', 'status', 'response'])
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (before === undefined) return undefined
  if (before.route !== request.route || before.body_sha256 !== digestOf(request)) throw keyReused()
  return before
}

const storedAnswer = async (
  trx: Transaction<Tables>,
  request: KeyedRequest,
): Promise<StoredAnswer> => {
  const before = await findAnswer(trx, request)
  if (before === undefined) throw new Error('An answer that clashed is not there.')
  return before
}

/** Also when a hosted service knows the key from another request. */
export const keyReused = (): ProblemError =>
  new ProblemError('key-reused', 'This Idempotency-Key was already used for a different request.')

const digestOf = (request: KeyedRequest): string =>
  createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex')
