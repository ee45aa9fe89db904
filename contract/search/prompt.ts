import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { maxPrompt } from './criteria.ts'
import { Category } from '../records/records.ts'

const Values = z.record(z.string(), z.array(z.string()))
const Operators = z.record(z.string(), z.literal('AND'))

/** Criteria as a prompt tells them: `operators` holds AND only (spec 5). */
const Told = z.object({ filters: Values, operators: Operators, excluded: Values })

/** What one piece of a prompt was understood as. */
export const PromptPiece = z.object({
  /** The words as written, and where they stand in the prompt (UTF-16 offsets, `end` behind the last). */
  words: z.string(),
  start: z.number(),
  end: z.number(),
  identifier: z.string(),
  values: z.array(z.string()),
  excluded: z.boolean(),
  /** It is about people and companies were asked for: it is in `resting`, not in `filters` (decision 004). */
  resting: z.boolean(),
  /** Why these words mean these values, a sentence for people. */
  rule: z.string(),
})
export type PromptPiece = z.infer<typeof PromptPiece>

/**
 * A prompt as criteria to be confirmed. POST /records takes filters, operators, excluded and metadata of the same category as they are.
 * They hold what the words say and nothing else: the country chosen elsewhere is not repeated, and whoever applies them
 * replaces it when `filters` names a country or places of another one.
 */
export const PromptAnswer = z.extend(Told, {
  metadata: z.object({ radiusKm: z.optional(z.number()) }),
  /** Filters about people in a prompt for companies: kept, shown as resting, applied on the People tab. */
  resting: Told,
  explain: z.array(PromptPiece),
  /** Words nothing was made of, as written, in their order; words that carry no meaning of their own ('find me') are not listed. */
  unsupported: z.array(z.string()),
  /** 0 to 1: the share of the telling words that were understood, less for slips of the finger that were mended. */
  confidence: z.number(),
})
export type PromptAnswer = z.infer<typeof PromptAnswer>

export const promptCalls = {
  /** Ext: 'AI search' of the specification; answers the same for the same words. */
  parsePrompt: call({
    method: 'POST',
    path: '/search/ai-parse',
    summary:
      'A search told in words, as criteria to confirm, with the words that were not understood',
    input: z.object({
      prompt: z.string().check(z.maxLength(maxPrompt)),
      category: Category,
      /** Where names of places are looked for first. */
      country: z._default(z.enum(['AU', 'NZ', 'ALL']), 'AU'),
    }),
    output: PromptAnswer,
    reads: true,
    rate: 'options',
  }),
}
