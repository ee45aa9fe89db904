import * as z from 'zod/mini'

export const Category = z.enum(['company', 'people'])
export type Category = z.infer<typeof Category>

const text = z.string()
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const Provenance = z.object({
  source: text,
  seen_at: day,
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
})
export type Provenance = z.infer<typeof Provenance>

/** state is the short code (WA); NZ regions are spelled out; lat and lng may be the postcode's centre (approx). */
export const PostalAddress = z.object({
  address: z.optional(text),
  suburb: z.optional(text),
  city: z.optional(text),
  state: z.optional(text),
  postcode: z.optional(text),
  country: text,
  lat: z.optional(z.number()),
  lng: z.optional(z.number()),
  approx: z.optional(z.boolean()),
})
export type PostalAddress = z.infer<typeof PostalAddress>

export const Office = z.extend(PostalAddress, { is_hq: z.boolean(), phone: z.optional(text) })
export type Office = z.infer<typeof Office>

/** Product 2.2. An absent field is unknown; it is never an empty string. */
export const Company = z.object({
  id: text,
  name: text,
  legal_name: z.optional(text),
  trading_names: z.array(text),
  status: z.enum(['active', 'deregistered', 'unknown']),
  /** In a register's terms: registered, being struck off, under external administration ... */
  register_status: z.optional(text),
  type: z.optional(text),
  abn: z.optional(text),
  acn: z.optional(text),
  nzbn: z.optional(text),
  lei: z.optional(text),
  domain: z.optional(text),
  domains: z.array(text),
  website: z.optional(text),
  description: z.optional(text),
  logo_url: z.optional(text),
  industry: z.optional(
    z.object({
      /** ANZSIC division letter. */
      l1_code: text,
      l1: text,
      /** ANZSIC group, division letter and three digits: E301. */
      l2_code: z.optional(text),
      l2: z.optional(text),
      anzsic_class: z.optional(text),
      naics: z.array(text),
      linkedin: z.optional(text),
    }),
  ),
  company_size: z.optional(text),
  employees_local: z.optional(z.int()),
  global_company_size: z.optional(text),
  employees_global: z.optional(z.int()),
  revenue: z.optional(
    z.object({
      band: text,
      /** Whole units of the currency per year. */
      amount: z.optional(z.number()),
      currency: text,
      basis: z.enum(['reported', 'modelled']),
    }),
  ),
  founded: z.optional(z.int()),
  hq: z.optional(PostalAddress),
  locations: z.array(Office),
  multiple_locations: z.optional(text),
  is_mnc: z.optional(z.boolean()),
  parent_id: z.optional(text),
  ultimate_parent_id: z.optional(text),
  phones: z.array(text),
  mobiles: z.array(text),
  emails: z.array(text),
  /** By network: LinkedIn, Facebook, Instagram, X, YouTube, TikTok. */
  social: z.record(text, text),
  technographics: z.array(
    z.object({
      name: text,
      category: text,
      first_seen: z.optional(day),
      last_seen: z.optional(day),
    }),
  ),
  keywords: z.array(text),
  services: z.array(text),
  products: z.array(text),
  b2b_vs_b2c: z.optional(text),
  target_market: z.array(text),
  web_traffic: z.optional(z.object({ band: text, trend: z.enum(['up', 'flat', 'down']) })),
  job_posts: z.optional(
    z.object({ open: z.int(), by_department: z.record(text, z.int()), newest_at: z.optional(day) }),
  ),
  reviews: z.optional(z.object({ rating: z.number(), count: z.int(), source: text })),
  funding: z.optional(
    z.object({
      total: z.number(),
      currency: text,
      last_round: z.optional(text),
      last_date: z.optional(day),
    }),
  ),
  ticker: z.optional(text),
  gst_registered: z.optional(z.boolean()),
  /** Of the last 90 days (spec 9); recounted as signals age. */
  signals_90d: z.int(),
  /** As a fraction: 0.12 is +12 %. */
  headcount_growth: z.optional(z.object({ m3: z.number(), m6: z.number(), m12: z.number() })),
  quality: z.object({ completeness: z.int(), verified_at: z.optional(day) }),
  /** By field name; '*' is for all other fields. */
  provenance: z.record(text, Provenance),
})
export type Company = z.infer<typeof Company>

export const Employment = z.object({
  company: text,
  company_id: z.optional(text),
  title: text,
  from: z.optional(day),
  to: z.optional(day),
  type: z.enum(['current', 'historical']),
})
export type Employment = z.infer<typeof Employment>

export const DoNotCall = z.object({
  listed: z.enum(['yes', 'no', 'unknown']),
  washed_at: z.optional(day),
  valid_until: z.optional(day),
})
export type DoNotCall = z.infer<typeof DoNotCall>

/** Product 2.2. `value` of a contact detail is present only once the organisation has unlocked the person. */
export const Person = z.object({
  id: text,
  name: text,
  first_name: text,
  last_name: text,
  position: text,
  position_cleaned: text,
  headline: z.optional(text),
  seniority: z.optional(text),
  department: z.optional(text),
  influencer: z.optional(text),
  company_id: text,
  company: z.object({
    name: text,
    domain: z.optional(text),
    industry: z.optional(text),
    size: z.optional(text),
  }),
  location: z.optional(PostalAddress),
  role_start: z.optional(day),
  current_role_duration: z.optional(text),
  history: z.array(Employment),
  skills: z.array(text),
  social: z.record(text, text),
  work_email: z.optional(
    z.object({
      value: z.optional(text),
      masked: text,
      deliverability: text,
      verified_at: z.optional(day),
    }),
  ),
  personal_email: z.optional(z.object({ value: z.optional(text), masked: text })),
  mobile: z.optional(
    z.object({ value: z.optional(text), masked: text, type: text, dnc: DoNotCall }),
  ),
  direct_phone: z.optional(
    // The register's state is known only for numbers that the organisation has checked.
    z.object({ value: z.optional(text), masked: text, dnc: z.optional(DoNotCall) }),
  ),
  linkedin_url: z.optional(text),
  /** They worked for this company before, and for another in between. */
  previous_company_flag: z.boolean(),
  quality: z.object({ completeness: z.int(), verified_at: z.optional(day) }),
  provenance: z.record(text, Provenance),
})
export type Person = z.infer<typeof Person>

const activity = {
  unlocked: z.boolean(),
  lists: z.array(text),
  /** The CRM record that is the same; `provider` as in `/configs.requestTypes`, `pushed_at` null if your organisation never pushed it. */
  crm: z.optional(
    z.object({ provider: text, object: z.optional(text), id: text, pushed_at: z.nullable(text) }),
  ),
}

export const CompanyView = z.extend(Company, {
  ...activity,
  /** By number as written, offices' included; unchecked ones are absent. */
  dnc: z.optional(z.record(text, DoNotCall)),
})
export type CompanyView = z.infer<typeof CompanyView>
/** A company with what is known of its numbers. */
export type CheckedCompany = Company & Pick<CompanyView, 'dnc'>
/** When a person's role at their company ended, and which source said so on which day. */
export const Left = z.object({ on: day, source: text, seen_at: day })
export type Left = z.infer<typeof Left>

export const PersonView = z.extend(Person, { ...activity, left: z.optional(Left) })
export type PersonView = z.infer<typeof PersonView>
export const RecordView = z.union([CompanyView, PersonView])
export type RecordView = z.infer<typeof RecordView>
