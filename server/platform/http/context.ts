import type { Transaction } from 'kysely'
import type { Api, CallName } from '../../../contract/api.ts'
import type { Call, CallOutput, CallParsed, Role } from '../../../contract/core/endpoint.ts'
import type { Tables } from '../db/tables.ts'

/** What a handler of a public call may know. */
export type PublicContext = { requestId: string }

/** Who calls, from the verified session only; a handler cannot be reached without it. */
export type Context = PublicContext & {
  /** The address the call came from. */
  ip: string
  orgId: string
  userId: string
  role: Role
  /**
   * Runs in a transaction that sees this organisation's rows only. In a call that changes something it is always the same
   * transaction, the one that also remembers the answer under the Idempotency-Key.
   */
  inOrg<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Starts what concerns the outside once the answer is certain: after the commit, and not again when the call is repeated. */
  afterwards(work: () => void): void
  /** Counts the call as `n` against its limit; a call counts as one unless this says more. */
  countAs(n: number): void
}

/**
 * An answer that is JSON already and is sent as it is, unchecked: for what would take longer to parse and check than to find.
 * Whoever writes one vouches that it is what the contract promises, and has a test for it. Only for calls that change nothing.
 */
export class Written {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

export type Handler<C extends Call> = (
  input: CallParsed<C>,
  context: C extends { gate: 'public' } ? PublicContext : Context,
) => Promise<CallOutput<C> | Written> | CallOutput<C>

/** One handler for every call of the contract; leaving one out does not compile. */
export type Handlers<Name extends CallName = CallName> = { [N in Name]: Handler<Api[N]> }
