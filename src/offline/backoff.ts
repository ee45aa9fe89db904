type Backoff = {
  minMs: number
  maxMs: number
  /** Source of jitter, from 0 to 1: up to half of the wait, so that devices do not retry at the same moment. */
  random?: () => number
}

/** Returns how long to wait in ms after so many earlier failures in a row: doubles from `minMs` to `maxMs`. */
export const backoffMs = (failures: number, { minMs, maxMs, random }: Backoff): number => {
  const wait = Math.min(maxMs, minMs * 2 ** Math.min(failures, 20))
  return random === undefined ? wait : wait * (0.5 + random() / 2)
}
