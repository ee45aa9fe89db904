import * as z from 'zod/mini'
import { adminEndpoint, memberEndpoint } from '../core/endpoint.ts'
import { Version } from '../saved-work/item.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const several = <Item extends z.core.$ZodType>(item: Item, max: number) =>
  z._default(z.array(item).check(z.maxLength(max)), [])

/** Filters of companies without free text only. */
const Values = z.record(z.string(), z.array(z.string()).check(z.minLength(1), z.maxLength(50)))

/** 0 to 100; a part without a description counts nothing. */
const Weights = z.object({
  industry: z._default(z.int().check(z.minimum(0), z.maximum(100)), 40),
  size: z._default(z.int().check(z.minimum(0), z.maximum(100)), 30),
  region: z._default(z.int().check(z.minimum(0), z.maximum(100)), 20),
  competitor: z._default(z.int().check(z.minimum(0), z.maximum(100)), 10),
})

export const AccountIntelligence = z.object({
  products: several(
    z.object({
      name: text(80),
      does: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
    }),
    20,
  ),
  /** Benefits for buyers, one sentence each. */
  valuePoints: several(text(200), 20),
  idealCustomer: z._default(
    z.object({
      /** Values of the filter industry. */
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
  /** Values of the filter technographics. */
  competitors: several(z.string(), 20),
  /** Values of the filters seniority and department. */
  personas: several(
    z.object({
      name: text(80),
      seniorities: several(z.string(), 12),
      departments: several(z.string(), 22),
    }),
    10,
  ),
  weights: z._default(Weights, { industry: 40, size: 30, region: 20, competitor: 10 }),
  /** By slug, 0 (none) to 3; 1 by default. */
  signalWeights: z._default(z.record(text(60), z.int().check(z.minimum(0), z.maximum(3))), {}),
  avoidedTerms: several(text(40), 50),
  tone: z._default(z.enum(['plain', 'warm', 'formal']), 'plain'),
})
export type AccountIntelligence = z.infer<typeof AccountIntelligence>

export const noAccountIntelligence: AccountIntelligence = z.parse(AccountIntelligence, {})

const VersionRow = z.object({
  version: Version,
  /** ISO 8601. */
  at: z.string(),
  /** The member's name; null if they have left and the name is unknown. */
  by: z.nullable(z.string()),
})
export type AccountIntelligenceVersion = z.infer<typeof VersionRow>

const SavedConfig = z.object({
  config: AccountIntelligence,
  /** 0 before anything was saved. */
  version: z.int().check(z.minimum(0)),
  /** Newest first, at most 50. */
  versions: z.array(VersionRow),
})
export type SavedAccountIntelligence = z.infer<typeof SavedConfig>

/** Ext; product 2.11. All members read it, admins change it; every version is stored. */
export const accountIntelligenceEndpoints = {
  accountIntelligence: memberEndpoint({
    method: 'GET',
    path: '/account-intelligence',
    summary:
      'The offers and ideal customer profile of the organisation; the newest version, or a given one',
    input: z.object({ version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
    output: SavedConfig,
  }),
  changeAccountIntelligence: adminEndpoint({
    method: 'PUT',
    path: '/account-intelligence',
    summary: 'Saves a new version; `version` is the one it was made from (409 version-conflict)',
    input: z.object({ config: AccountIntelligence, version: z.int().check(z.minimum(0)) }),
    output: SavedConfig,
  }),
  accountIntelligencePreview: memberEndpoint({
    method: 'POST',
    path: '/account-intelligence/preview',
    summary: 'How many companies would fit a configuration, saved or not',
    input: z.object({ config: AccountIntelligence }),
    output: z.object({
      /** Meet every `must` and no `never`. */
      possible: z.number(),
      /** Null without an ideal customer profile. */
      at80: z.nullable(z.number()),
      at50: z.nullable(z.number()),
    }),
    reads: true,
    rate: 'records',
  }),
}
