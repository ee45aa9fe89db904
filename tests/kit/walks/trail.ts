import type { Pool } from './pool.ts'

/** One request of a walk with its answer. */
export type Step = {
  at: number
  who: string
  /** The call's name, or what is done besides calls. */
  name: string
  request: string
  status: number
  mutates: boolean
  /** Ids it was sent with, and those its reply named. */
  uses: ReadonlySet<string>
  gives: ReadonlySet<string>
}

/**
 * The steps that a fault at the last one may come from, a line each: those that named its ids first, those that changed what the ids
 * stand for, and `also` (the step that wrote a text), back to the start of the walk.
 */
export const trailOf = (steps: readonly Step[], pool: Pool, also: ReadonlySet<number>): string => {
  const last = steps.at(-1)
  if (last === undefined) return 'no step'
  const wanted = new Set(last.uses)
  const lines = [lineOf(last)]
  for (const step of steps.slice(0, -1).toReversed()) {
    const gave = [...wanted].filter((id) => step.gives.has(id))
    const changed =
      step.mutates && [...step.uses].some((id) => wanted.has(id) && !pool.isOfMarket(id))
    if (gave.length === 0 && !changed && !also.has(step.at)) continue
    lines.unshift(lineOf(step))
    // Where an id first came from is enough: a mutation that names it again stays for what it changed.
    for (const id of step.uses) if (!pool.isOfMarket(id)) wanted.add(id)
  }
  return lines.join('\n')
}

const lineOf = ({ at, who, request, status }: Step): string =>
  `  ${String(at).padStart(2)} ${who}: ${request.slice(0, 300)} -> ${status}`
