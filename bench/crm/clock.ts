import { setTimeout as waitReal } from 'node:timers/promises'

/** Shared by processes. `start` is in ms since 1970; the clock runs `speed` times as fast since then. */
export type ClockStart = { start: number; speed: number }

export type Clock = {
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Sums of skipped ms. */
  skipped: () => number
  /** Skipped before, in all. */
  skipTo: (skipped: number) => void
}

/** Limits, tokens and pauses of a CRM take hours: on this clock, minutes. Pauses in which nothing happens are skipped. */
export const openClock = ({ start, speed }: ClockStart): Clock => {
  let skipped = 0
  return {
    now: () => Math.floor(start + (Date.now() - start) * speed + skipped),
    wait: async (ms) => {
      await waitReal(ms / speed)
    },
    skipped: () => skipped,
    skipTo: (sum) => {
      skipped = Math.max(skipped, sum)
    },
  }
}
