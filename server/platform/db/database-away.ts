/** The request is fine and can be retried. */
export class DatabaseAway extends Error {
  constructor(cause?: unknown) {
    super('The database isn’t responding.', { cause })
  }
}

/** By its SQLSTATE or the driver's state; other errors pass unchanged. */
export const awayOr = (error: unknown, connectionLost: boolean): unknown =>
  !(error instanceof DatabaseAway) && (connectionLost || isAwayState(error))
    ? new DatabaseAway(error)
    : error

/** Connection errors, shutdown and start of the server, a session that it ended, no free session. */
const awayStates = /^(08...|57P0[1-5]|53300|25P03)$/

const isAwayState = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  awayStates.test(error.code)
