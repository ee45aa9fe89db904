import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { Category } from '../../contract/records/records.ts'

const Values = z.optional(z.record(z.string(), z.array(z.string())))

export const Line = z.object({
  prompt: z.string(),
  category: Category,
  country: z._default(z.enum(['AU', 'NZ', 'ALL']), 'AU'),
  expected: z.object({
    filters: Values,
    excluded: Values,
    operators: z.optional(z.record(z.string(), z.string())),
  }),
  /** Included values that a careful reader may add or leave out: they count neither way. */
  accepted: Values,
  unsupported: z.optional(z.array(z.string())),
})
export type Line = z.infer<typeof Line>

export const readCorpus = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return []
      try {
        return [Line.parse(JSON.parse(text))]
      } catch (error) {
        throw new Error(
          `${path}:${index + 1}: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        )
      }
    })

/** One half to inspect, and one with figures only. */
export const halves = (lines: readonly Line[], seed: number): { seen: Line[]; unseen: Line[] } => {
  let state = seed
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const order = lines.map((line) => ({ line, at: random() })).toSorted((a, b) => a.at - b.at)
  const middle = Math.ceil(order.length / 2)
  return {
    seen: order.slice(0, middle).map(({ line }) => line),
    unseen: order.slice(middle).map(({ line }) => line),
  }
}
