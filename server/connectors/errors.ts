import { shorten } from './shorten.ts'

/** What a connector throws; never for one row of several. The message is the CRM's own sentence, without secrets. */
export class CrmError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(shorten(message, maxMessage), options)
  }
}

const maxMessage = 1_000

/** The access token expired; a refresh may help. */
export class Expired extends CrmError {}

/** The grant has ended: an admin must connect again. */
export class Revoked extends CrmError {}

/** The admin refused, or the code or its redirect does not fit. */
export class SignInRefused extends CrmError {}

/** Our client id or secret is wrong, for all customers: it never changes a connection's state. */
export class ClientRefused extends CrmError {}

/** The account's plan, a scope or the user's rights do not allow it. */
export class Forbidden extends CrmError {
  readonly scopes: readonly string[]

  constructor(message: string, scopes: readonly string[] = []) {
    super(message)
    this.scopes = scopes
  }
}

/** No call of this connection before `until` (ms since 1970). `budget` is a daily limit. Nothing of the call was done. */
export class Slow extends CrmError {
  readonly until: number
  readonly limit: 'calls' | 'budget'

  constructor(message: string, until: number, limit: 'calls' | 'budget') {
    super(message)
    this.until = until
    this.limit = limit
  }
}

/** The call was not sent, or only read; it may be sent again. */
export class Unavailable extends CrmError {}

/** The call was sent and has no whole answer: it may have been done, or still be done later. */
export class Uncertain extends CrmError {}

/** The whole call was refused because of its content, without a row to blame: send fewer rows. */
export class BatchRefused extends CrmError {}

/** An answer that does not fit the protocol. */
export class Unreadable extends CrmError {}
