/** A change of a new search that waits to be kept as recent: one at a time, of one draft. */
export type RestingChange = {
  /** Holds a change back for `ms`; one held before gives way. */
  hold: (draft: string, keep: () => void, ms: number) => void
  /** Keeps what waits now; with a draft only where it is of another one. */
  keepNow: (unlessOf?: string) => void
  /** What waits has been kept otherwise. */
  drop: () => void
}

export const restingChange = (): RestingChange => {
  let held: { draft: string; keep: () => void; timer: ReturnType<typeof setTimeout> } | null = null
  const take = () => {
    const taken = held
    clearTimeout(held?.timer)
    held = null
    return taken
  }
  const keepNow: RestingChange['keepNow'] = (unlessOf) => {
    if (held !== null && held.draft !== unlessOf) take()?.keep()
  }
  return {
    hold: (draft, keep, ms) => {
      take()
      held = { draft, keep, timer: setTimeout(() => keepNow(), ms) }
    },
    keepNow,
    drop: () => void take(),
  }
}
