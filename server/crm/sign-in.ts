import { createHash, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { SealBroken, type Seal } from './seal.ts'

type Trx = Transaction<Tables>
type Caller = { orgId: string; userId: string }

const lifetimeMs = 10 * 60_000

/** Stores that a user leaves for the CRM; `state` comes back with the code. */
export const beginSignIn = async (
  trx: Trx,
  seal: Seal,
  { orgId, userId }: Caller,
  to: { connector: string; address: string | null; now: number },
): Promise<{ state: string; challenge: string }> => {
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const stateHash = hashOf(state)
  await trx.deleteFrom('crm_sign_in').where('expires_at', '<', new Date(to.now)).execute()
  await trx
    .insertInto('crm_sign_in')
    .values({
      org_id: orgId,
      state_hash: stateHash,
      connector: to.connector,
      user_id: userId,
      sealed_verifier: seal.seal(verifier, { orgId, id: stateHash, generation: 0 }),
      address: to.address,
      expires_at: new Date(to.now + lifetimeMs),
    })
    .execute()
  return { state, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Once, by the user that began it, within ten minutes. Throws ProblemError. */
export const endSignIn = async (
  trx: Trx,
  seal: Seal,
  { orgId, userId }: Caller,
  back: { state: string; now: number },
): Promise<{ connector: string; verifier: string; address: string | null }> => {
  const stateHash = hashOf(back.state)
  const row = await trx
    .deleteFrom('crm_sign_in')
    .where('state_hash', '=', stateHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`${new Date(back.now)}`)
    .returning(['connector', 'sealed_verifier', 'address'])
    .executeTakeFirst()
  if (row === undefined) throw signInOver()
  const { connector, sealed_verifier: sealed, address } = row
  try {
    const verifier = seal.open(sealed, { orgId, id: stateHash, generation: 0 })
    return { connector, verifier, address }
  } catch (error) {
    throw error instanceof SealBroken ? signInOver(error) : error
  }
}

const signInOver = (cause?: unknown): ProblemError =>
  new ProblemError(
    'crm-refused',
    'This sign-in is over, or someone else began it. Choose Connect to start again.',
    { cause },
  )

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')
