import * as z from 'zod/mini'
import { maxPrompt } from '../constants.ts'
import { memberEndpoint } from '../core/endpoint.ts'
import { Category } from '../records/records.ts'

const Values = z.record(z.string(), z.array(z.string()))
const Operators = z.record(z.string(), z.literal('AND'))

/** Criteria from a prompt: `operators` holds AND only (spec 5). */
const PromptCriteria = z.object({ filters: Values, operators: Operators, excluded: Values })

export const PromptPiece = z.object({
  /** As written; UTF-16 offsets, `end` exclusive. */
  text: z.string(),
  start: z.number(),
  end: z.number(),
  identifier: z.string(),
  values: z.array(z.string()),
  excluded: z.boolean(),
  /** About people in a search of companies, so in `resting` (decision 004). */
  resting: z.boolean(),
  /** A sentence. */
  rule: z.string(),
})
export type PromptPiece = z.infer<typeof PromptPiece>

/**
 * POST /records accepts the criteria unchanged. They contain only what the prompt says: a country chosen elsewhere is not
 * repeated, and the client replaces it if `filters` names another.
 */
export const PromptAnswer = z.extend(PromptCriteria, {
  metadata: z.object({ radiusKm: z.optional(z.number()) }),
  /** Shown as inactive, applied on the People tab. */
  resting: PromptCriteria,
  explain: z.array(PromptPiece),
  /** As written and in order, without filler such as 'find me'. */
  unsupported: z.array(z.string()),
  /** 0 to 1: the share of the relevant words that were understood, minus corrected typing errors. */
  confidence: z.number(),
})
export type PromptAnswer = z.infer<typeof PromptAnswer>

export const promptEndpoints = {
  /** Ext: 'AI search' of the specification; deterministic. */
  parsePrompt: memberEndpoint({
    method: 'POST',
    path: '/search/ai-parse',
    summary: 'A prompt as criteria to confirm, with the words that were not understood',
    input: z.object({
      prompt: z.string().check(z.maxLength(maxPrompt)),
      category: Category,
      /** The country to look up locations in first. */
      country: z._default(z.enum(['AU', 'NZ', 'ALL']), 'AU'),
    }),
    output: PromptAnswer,
    reads: true,
    rate: 'options',
  }),
}
