/** Ours, and what was skipped of it: the CRM's waits take hours, and a bench has minutes. */
export type Clock = {
  /** ms since 1970. */
  now: () => number
  wait: (ms: number) => Promise<void>
  /** The end of the first wait; undefined without any. */
  nextEnd: () => number | undefined
  /** Sums of skipped ms. */
  skipped: () => number
  /** Skipped in all. Ends the waits that are over. */
  skipTo: (skipped: number) => void
}

export const openClock = (skippedBefore = 0): Clock => {
  let skipped = skippedBefore
  const waits = new Set<{ until: number; end: () => void }>()
  const now = (): number => Date.now() + skipped
  return {
    now,
    wait: (ms) =>
      new Promise((resolve) => {
        const each = {
          until: now() + ms,
          end: () => {
            clearTimeout(timer)
            waits.delete(each)
            resolve()
          },
        }
        const timer = setTimeout(each.end, ms)
        waits.add(each)
      }),
    nextEnd: () =>
      waits.size === 0 ? undefined : Math.min(...[...waits].map(({ until }) => until)),
    skipped: () => skipped,
    skipTo: (sum) => {
      skipped = Math.max(skipped, sum)
      for (const { until, end } of waits) if (until <= now()) end()
    },
  }
}
