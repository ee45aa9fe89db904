import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { ProblemError } from './problem-error.ts'
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
  throw new ProblemError(
    'key-missing',
    'Send an Idempotency-Key header with a UUID created when the user acted.',
  )
}

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
  const digest = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex')
  await sql`set local lock_timeout = '5s'`.execute(trx)
  const mine = await trx
    .insertInto('idem')
    .values({
      org_id: request.orgId,
      user_id: request.userId,
      key: request.key,
      route: request.route,
      body_sha256: digest,
      status: 0,
      response: '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const own = trx
    .selectFrom('idem')
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
  if (!mine) {
    const before = await own
      .select(['route', 'body_sha256', 'status', 'response'])
      .executeTakeFirstOrThrow()
    if (before.route !== request.route || before.body_sha256 !== digest)
      throw new ProblemError(
        'key-reused',
        'This Idempotency-Key was already used for a different request.',
      )
    return before
  }
  const answer = await act()
  await trx
    .updateTable('idem')
    .set(answer)
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .execute()
  return answer
}
