/* oxlint-disable no-console -- the one place that may */

/** Nothing else writes to the console (spec 8: failed mutations are only logged there). */
export const log = {
  info: (message: string, ...more: unknown[]): void => console.info(message, ...more),
  warn: (message: string, ...more: unknown[]): void => console.warn(message, ...more),
  error: (message: string, ...more: unknown[]): void => console.error(message, ...more),
}
