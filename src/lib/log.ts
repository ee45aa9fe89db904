/* oxlint-disable no-console -- the one place that may */

type Failure = [message: string, cause: unknown]

const early: Failure[] = []
let report = (...failure: Failure): void => {
  if (early.length < 20) early.push(failure)
}

/** Also receives what was logged before it. */
export const watchErrors = (listener: (...failure: Failure) => void): void => {
  report = listener
  for (const failure of early.splice(0)) listener(...failure)
}

/** Nothing else writes to the console (spec 8: failed mutations are only logged there). */
export const log = {
  info: (message: string, ...more: unknown[]): void => console.info(message, ...more),
  warn: (message: string, ...more: unknown[]): void => console.warn(message, ...more),
  error: (message: string, ...more: unknown[]): void => {
    console.error(message, ...more)
    report(message, more[0])
  },
}
