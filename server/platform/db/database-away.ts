/** The database does not answer, or has ended the connection: nothing is wrong with what it was sent, which may be sent again. */
export class DatabaseAway extends Error {
  constructor(cause?: unknown) {
    super('The database isn’t responding.', { cause })
  }
}

/** A driver's error as DatabaseAway where the connection is lost, by its SQLSTATE or by what the driver knows of it; else the error itself. */
export const awayOr = (error: unknown, connectionLost: boolean): unknown =>
  !(error instanceof DatabaseAway) && (connectionLost || isAwayState(error))
    ? new DatabaseAway(error)
    : error

/** Connection exceptions, shutdown and start of the server, a session it ended, and no free session. */
const awayStates = /^(08...|57P0[1-5]|53300|25P03)$/

const isAwayState = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  awayStates.test(error.code)
