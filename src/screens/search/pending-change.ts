/** A debounced change of a new search, to store as recent; one at a time. */
export type PendingChange = {
  /** Delays a change by `ms`; replaces an earlier one. */
  hold: (draft: string, keep: () => void, ms: number) => void
  /** Stores the waiting change now; with a draft only if the change belongs to another one. */
  keepNow: (unlessOf?: string) => void
  drop: () => void
}

export const createPendingChange = (): PendingChange => {
  let pending: { draft: string; keep: () => void; timer: ReturnType<typeof setTimeout> } | null =
    null
  const take = () => {
    const previous = pending
    clearTimeout(pending?.timer)
    pending = null
    return previous
  }
  const keepNow: PendingChange['keepNow'] = (unlessOf) => {
    if (pending !== null && pending.draft !== unlessOf) take()?.keep()
  }
  return {
    hold: (draft, keep, ms) => {
      take()
      pending = { draft, keep, timer: setTimeout(() => keepNow(), ms) }
    },
    keepNow,
    drop: () => void take(),
  }
}
