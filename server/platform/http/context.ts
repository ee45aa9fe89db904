import type { Transaction } from 'kysely'
import type { Api, EndpointName } from '../../../contract/api.ts'
import type {
  Endpoint,
  EndpointOutput,
  EndpointParsedInput,
  Role,
} from '../../../contract/core/endpoint.ts'
import type { Tables } from '../db/tables.ts'

export type PublicContext = { requestId: string }

/** From the verified session only; no handler runs without it. */
export type Context = PublicContext & {
  ip: string
  orgId: string
  userId: string
  role: Role
  /**
   * Sees only this organisation's rows. A call with changes has one transaction, which also stores the answer under the
   * Idempotency-Key; an external call has one for each use.
   */
  inOrg<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** The Idempotency-Key of a call with changes, else empty; hosted services get keys that begin with it. */
  key: string
  /** Whether the caller sent that key: without one a repeat has another. */
  isKeyed: boolean
  /** After the commit, and not for a repeated request. */
  afterwards(work: () => void): void
  /** Instead of one. */
  countAs(n: number): void
}

/**
 * JSON that is sent unchecked, where parsing would take longer than the query. Its writer guarantees the contract's shape and has
 * a test for it. Only for calls without changes.
 */
export class Written {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

export type Handler<C extends Endpoint> = (
  input: EndpointParsedInput<C>,
  context: C extends { callers: 'anyone' } ? PublicContext : Context,
) => Promise<EndpointOutput<C> | Written> | EndpointOutput<C>

/** A missing handler does not compile. */
export type Handlers<Name extends EndpointName = EndpointName> = { [N in Name]: Handler<Api[N]> }
