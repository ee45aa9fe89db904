export type Allowance = { isRefused: boolean; left: number; resetAt: number }

export type Buckets = {
  /** A sliding window; a refused call costs nothing. `resetAt` is when its oldest cost leaves it, ms since 1970. */
  take: (name: string, window: { limit: number; perMs: number; cost?: number }) => Allowance
  clear: () => void
}

export const openBuckets = (now: () => number): Buckets => {
  const windows = new Map<string, { at: number; cost: number }[]>()
  return {
    take: (name, { limit, perMs, cost = 1 }) => {
      const at = now()
      const spent = (windows.get(name) ?? []).filter((each) => each.at > at - perMs)
      const sum = spent.reduce((total, each) => total + each.cost, 0)
      const isRefused = sum + cost > limit
      if (!isRefused) spent.push({ at, cost })
      windows.set(name, spent)
      return {
        isRefused,
        left: Math.max(0, limit - sum - (isRefused ? 0 : cost)),
        resetAt: (spent[0]?.at ?? at) + perMs,
      }
    },
    clear: () => windows.clear(),
  }
}
