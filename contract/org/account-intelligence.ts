import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Version } from '../saved-work/item.ts'

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const several = <Item extends z.core.$ZodType>(item: Item, most: number) =>
  z._default(z.array(item).check(z.maxLength(most)), [])

/** Chosen values by filter identifier: those of companies, and none of free text. */
const Values = z.record(z.string(), z.array(z.string()).check(z.minLength(1), z.maxLength(50)))

/** How much each part of the fit counts, 0 to 100; a part that is not described counts nothing. */
const Weights = z.object({
  industry: z._default(z.int().check(z.minimum(0), z.maximum(100)), 40),
  size: z._default(z.int().check(z.minimum(0), z.maximum(100)), 30),
  region: z._default(z.int().check(z.minimum(0), z.maximum(100)), 20),
  competitor: z._default(z.int().check(z.minimum(0), z.maximum(100)), 10),
})

/** What an organisation sells and to whom (product 2.11). */
export const AccountIntelligence = z.object({
  products: several(
    z.object({
      name: text(80),
      does: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
    }),
    20,
  ),
  /** What buyers get out of it, one sentence each. */
  valuePoints: several(text(200), 20),
  idealCustomer: z._default(
    z.object({
      /** An industry's division, or one group of it: values of the filter industry. */
      industries: several(z.object({ division: z.string(), group: z.nullable(z.string()) }), 50),
      /** Values of the filters company_size and location. */
      sizes: several(z.string(), 8),
      regions: several(z.string(), 50),
      /** A company that misses one of `must`, or meets one of `never`, does not fit. */
      must: z._default(Values, {}),
      never: z._default(Values, {}),
    }),
    { industries: [], sizes: [], regions: [], must: {}, never: {} },
  ),
  /** Products of competitors, as values of the filter technographics. */
  competitors: several(z.string(), 20),
  /** Who to call, as values of the filters seniority and department. */
  personas: several(
    z.object({
      name: text(80),
      seniorities: several(z.string(), 12),
      departments: several(z.string(), 22),
    }),
    10,
  ),
  weights: z._default(Weights, { industry: 40, size: 30, region: 20, competitor: 10 }),
  /** How much a kind of signal counts against others, 0 (not at all) to 3, by its slug; 1 where nothing is said. */
  signalWeights: z._default(z.record(text(60), z.int().check(z.minimum(0), z.maximum(3))), {}),
  wordsToAvoid: several(text(40), 50),
  tone: z._default(z.enum(['plain', 'warm', 'formal']), 'plain'),
})
export type AccountIntelligence = z.infer<typeof AccountIntelligence>

/** Nothing is described yet; no company has a fit. */
export const noAccountIntelligence: AccountIntelligence = z.parse(AccountIntelligence, {})

const VersionRow = z.object({
  version: Version,
  /** ISO 8601. */
  at: z.string(),
  /** Who saved it, by name; null once nobody of the organisation is called so any more. */
  by: z.nullable(z.string()),
})
export type AccountIntelligenceVersion = z.infer<typeof VersionRow>

const Kept = z.object({
  config: AccountIntelligence,
  /** 0 before anything was saved. */
  version: z.int().check(z.minimum(0)),
  /** The versions, the newest first, 50 at most. */
  versions: z.array(VersionRow),
})
export type KeptAccountIntelligence = z.infer<typeof Kept>

/** What fits this organisation (Ext; product 2.11). Everybody reads it, admins change it; every version is kept. */
export const accountIntelligenceCalls = {
  accountIntelligence: call({
    method: 'GET',
    path: '/account-intelligence',
    summary: 'What this organisation sells and to whom; an older version when one is named',
    input: z.object({ version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
    output: Kept,
  }),
  changeAccountIntelligence: call({
    method: 'PUT',
    path: '/account-intelligence',
    summary: 'Saves a new version; `version` is the one it was made from (409 version-conflict)',
    input: z.object({ config: AccountIntelligence, version: z.int().check(z.minimum(0)) }),
    output: Kept,
    roles: ['admin'],
  }),
  accountIntelligencePreview: call({
    method: 'POST',
    path: '/account-intelligence/preview',
    summary: 'How many companies would fit a configuration, saved or not',
    input: z.object({ config: AccountIntelligence }),
    output: z.object({
      /** Companies that meet every `must` and no `never`. */
      possible: z.number(),
      /** Of those, how many score 80 and more, and 50 and more; null when no ideal customer is described. */
      at80: z.nullable(z.number()),
      at50: z.nullable(z.number()),
    }),
    reads: true,
    rate: 'records',
  }),
}
