import * as z from 'zod/mini'

export const Category = z.enum(['company', 'people'])
export type Category = z.infer<typeof Category>

const text = z.string()
const optional = z.optional
/** A calendar day, YYYY-MM-DD. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** Where a fact came from and when it was seen there. */
export const Provenance = z.object({
  source: text,
  seen_at: day,
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
})
export type Provenance = z.infer<typeof Provenance>

/** A place of business. state is the short code (WA); NZ regions are spelled out; lat and lng may be the postcode's middle (approx). */
export const Place = z.object({
  address: optional(text),
  suburb: optional(text),
  city: optional(text),
  state: optional(text),
  postcode: optional(text),
  country: text,
  lat: optional(z.number()),
  lng: optional(z.number()),
  approx: optional(z.boolean()),
})
export type Place = z.infer<typeof Place>

export const Office = z.extend(Place, { is_hq: z.boolean(), phone: optional(text) })
export type Office = z.infer<typeof Office>

/** A company (product 2.2). An absent field is not known; it is never an empty string. */
export const Company = z.object({
  id: text,
  name: text,
  legal_name: optional(text),
  trading_names: z.array(text),
  status: z.enum(['active', 'deregistered', 'unknown']),
  type: optional(text),
  abn: optional(text),
  acn: optional(text),
  nzbn: optional(text),
  lei: optional(text),
  domain: optional(text),
  domains: z.array(text),
  website: optional(text),
  description: optional(text),
  logo_url: optional(text),
  industry: optional(
    z.object({
      /** ANZSIC division letter. */
      l1_code: text,
      l1: text,
      /** ANZSIC group, division letter and three digits: E301. */
      l2_code: optional(text),
      l2: optional(text),
      anzsic_class: optional(text),
      naics: z.array(text),
      linkedin: optional(text),
    }),
  ),
  company_size: optional(text),
  employees_local: optional(z.int()),
  global_company_size: optional(text),
  employees_global: optional(z.int()),
  revenue: optional(
    z.object({
      band: text,
      /** Whole units of the currency a year. */
      amount: optional(z.number()),
      currency: text,
      basis: z.enum(['reported', 'modelled']),
    }),
  ),
  founded: optional(z.int()),
  hq: optional(Place),
  locations: z.array(Office),
  multiple_locations: optional(text),
  is_mnc: optional(z.boolean()),
  parent_id: optional(text),
  ultimate_parent_id: optional(text),
  phones: z.array(text),
  mobiles: z.array(text),
  emails: z.array(text),
  /** Address by network: LinkedIn, Facebook, Instagram, X, YouTube, TikTok. */
  social: z.record(text, text),
  technographics: z.array(
    z.object({ name: text, category: text, first_seen: optional(day), last_seen: optional(day) }),
  ),
  keywords: z.array(text),
  services: z.array(text),
  products: z.array(text),
  b2b_vs_b2c: optional(text),
  target_market: z.array(text),
  web_traffic: optional(z.object({ band: text, trend: z.enum(['up', 'flat', 'down']) })),
  job_posts: optional(
    z.object({ open: z.int(), by_department: z.record(text, z.int()), newest_at: optional(day) }),
  ),
  reviews: optional(z.object({ rating: z.number(), count: z.int(), source: text })),
  funding: optional(
    z.object({
      total: z.number(),
      currency: text,
      last_round: optional(text),
      last_date: optional(day),
    }),
  ),
  ticker: optional(text),
  gst_registered: optional(z.boolean()),
  signals_90d: z.int(),
  /** Change over 3, 6 and 12 months as a fraction: 0.12 is +12 %. */
  headcount_growth: optional(z.object({ m3: z.number(), m6: z.number(), m12: z.number() })),
  quality: z.object({ completeness: z.int(), verified_at: optional(day) }),
  /** By field name; '*' holds for every field not named. */
  provenance: z.record(text, Provenance),
})
export type Company = z.infer<typeof Company>

export const Employment = z.object({
  company: text,
  company_id: optional(text),
  title: text,
  from: optional(day),
  to: optional(day),
  type: z.enum(['current', 'historical']),
})
export type Employment = z.infer<typeof Employment>

export const DoNotCall = z.object({
  listed: z.enum(['yes', 'no', 'unknown']),
  washed_at: optional(day),
  valid_until: optional(day),
})
export type DoNotCall = z.infer<typeof DoNotCall>

/** A person (product 2.2). `value` of a contact detail is there only once the organisation has unlocked the person. */
export const Person = z.object({
  id: text,
  name: text,
  first_name: text,
  last_name: text,
  position: text,
  position_cleaned: text,
  headline: optional(text),
  seniority: optional(text),
  department: optional(text),
  influencer: optional(text),
  company_id: text,
  company: z.object({
    name: text,
    domain: optional(text),
    industry: optional(text),
    size: optional(text),
  }),
  location: optional(Place),
  role_start: optional(day),
  current_role_duration: optional(text),
  history: z.array(Employment),
  skills: z.array(text),
  social: z.record(text, text),
  work_email: optional(
    z.object({
      value: optional(text),
      masked: text,
      deliverability: text,
      verified_at: optional(day),
    }),
  ),
  personal_email: optional(z.object({ value: optional(text), masked: text })),
  mobile: optional(z.object({ value: optional(text), masked: text, type: text, dnc: DoNotCall })),
  direct_phone: optional(z.object({ value: optional(text), masked: text })),
  linkedin_url: optional(text),
  previous_company_flag: z.boolean(),
  quality: z.object({ completeness: z.int(), verified_at: optional(day) }),
  provenance: z.record(text, Provenance),
})
export type Person = z.infer<typeof Person>

const activity = {
  unlocked: z.boolean(),
  lists: z.array(text),
  crm: optional(z.object({ provider: text, id: text, pushed_at: text })),
}

/** A record as a signed-in member of one organisation sees it. */
export const CompanyView = z.extend(Company, activity)
export type CompanyView = z.infer<typeof CompanyView>
export const PersonView = z.extend(Person, activity)
export type PersonView = z.infer<typeof PersonView>
export const RecordView = z.union([CompanyView, PersonView])
export type RecordView = z.infer<typeof RecordView>
