import type { Pool } from './pool.ts'

export type Step = {
  at: number
  actor: string
  name: string
  request: string
  status: number
  mutates: boolean
  uses: ReadonlySet<string>
  gives: ReadonlySet<string>
}

/**
 * The steps that may have caused a fault at the last step: those that first named its ids, those that changed the items behind
 * them, and `also` (the step that wrote a text).
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
    // The first mention of an id is enough; a mutation that names it again stays for its change.
    for (const id of step.uses) if (!pool.isOfMarket(id)) wanted.add(id)
  }
  return lines.join('\n')
}

const lineOf = ({ at, actor, request, status }: Step): string =>
  `  ${String(at).padStart(2)} ${actor}: ${request.slice(0, 300)} -> ${status}`
