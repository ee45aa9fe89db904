import * as z from 'zod/mini'
import { foldText } from '../../contract/search/search-doc.ts'
import { Refusal } from '../platform/refusal.ts'

/** Folded, the most specific first. */
const headings = {
  name: 'company name|company|organisation name|organization name|organisation|organization|business name|account name|entity name|registered name|security|issuer|name|companyname|client|customer|charity legal name',
  legal_name: 'legal name|registered name|entity legal name|legal entity name|full legal name',
  trading_names:
    'trading names|trading name|trading as|other names|also known as|aka|business names|other organisation names|dba',
  abn: 'abn|abn number|australian business number',
  acn: 'acn|acn number|australian company number|asic number',
  nzbn: 'nzbn|new zealand business number',
  lei: 'lei|legal entity identifier',
  ticker: 'ticker|ticker symbol|symbol|stock symbol|stock code|asx code|nzx code',
  exchange: 'exchange|stock exchange|listing exchange|mic',
  domain:
    'domain|website|web site|url|homepage|company domain|company website|website url|web|web address|homepage url|charity website|website domain',
  email: 'email|e mail|email address|company email|generic email|contact email|info email',
  phone:
    'phone|telephone|phone number|main phone|company phone|tel|office phone|landline|work phone',
  mobile: 'mobile|mobile number|company mobile|cell',
  linkedin: 'linkedin url|linkedin|linkedin page|company linkedin|company linkedin url',
  facebook: 'facebook|facebook url|facebook page',
  instagram: 'instagram|instagram url',
  x: 'twitter|twitter url|x url',
  youtube: 'youtube|youtube url',
  tiktok: 'tiktok|tiktok url',
  industry:
    'gics sub industry|anzsic class|anzsic group|anzsic code|anzsic|sub industry|industry|primary industry|gics industry group|gics industry|industries|business industry code|bic|sector|gics sector|vertical',
  type: 'company type|type|organisation type|organization type|entity type|ownership',
  status: 'status|company status|entity status',
  employees: 'local employees|employees local|employees australia|employees au|employees nz|staff',
  employees_global: 'global employees|employees global|employees worldwide|global headcount',
  headcount:
    'employees|employee count|number of employees|no of employees|headcount|total employees|current employee estimate|employees in linkedin',
  open_roles:
    'open roles|open jobs|open positions|job openings|job posts|jobs advertised|vacancies',
  size: 'company size|size|size range|employee range|employees range|employee band|size band',
  revenue:
    'revenue|annual revenue|turnover|total income|yearly revenue|revenue aud|annual turnover',
  founded:
    'founded|year founded|founded year|incorporation date|established|year established|date founded|date of incorporation|founding year|founded at',
  address:
    'address|street address|street|address line 1|address 1|hq address|registered office|address line',
  suburb: 'suburb|town|town city|locality suburb',
  city: 'city|hq city|headquarters city',
  state: 'state|region|state region|province|state territory|hq state',
  postcode: 'postcode|post code|postal code|zip|zip code|zip postal code',
  country: 'country|country code|hq country|headquarters country|country name',
  location: 'location|headquarters location|headquarters|hq|hq location|locality|city state',
  description: 'description|about|company description|overview|summary|short description',
  keywords: 'keywords|tags|specialties|specialities',
  services: 'services|services offered',
  products: 'products|product',
  gst: 'gst|gst registered|gst status',
} as const

export type Field = keyof typeof headings

/** What headings can mean; `ranks` has the fields of a folded heading, each with its rank. */
export type Headings<Name extends string> = {
  fields: readonly Name[]
  ranks: ReadonlyMap<string, readonly (readonly [Name, number])[]>
}

export const rankHeadings = <Name extends string>(
  table: Readonly<Record<Name, string>>,
): Headings<Name> => {
  const ranks = new Map<string, (readonly [Name, number])[]>()
  const fields: Name[] = []
  for (const field in table) {
    fields.push(field)
    table[field].split('|').forEach((heading, rank) => {
      ranks.set(heading, [...(ranks.get(heading) ?? []), [field, rank]])
    })
  }
  return { fields, ranks }
}

const companyHeadings = rankHeadings<Field>(headings)
export const companyFields: readonly string[] = companyHeadings.fields

/** See docs/importing.md. */
export const Mapping = z.strictObject({
  /** Null skips a column. Other headings are mapped automatically. */
  columns: z.optional(z.record(z.string(), z.nullable(z.string()))),
  constants: z.optional(z.record(z.string(), z.string())),
  /** In the provenance; the file's name by default. */
  source: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  seen_at: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  /** From 0 to 1; 0.6 by default. */
  confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  delimiter: z.optional(z.string().check(z.length(1))),
})
export type Mapping = z.infer<typeof Mapping>

export const parseMapping = (text: string): Mapping => {
  const json = jsonOf(text)
  const parsed = Mapping.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Refusal(
      `The mapping file is not right at ${issue?.path.join('.') || 'its top level'}: ${issue?.message ?? 'unknown'}.`,
    )
  }
  return parsed.data
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal('The mapping file is not JSON.', { cause: error })
  }
}

export type Layout<Name extends string = Field> = {
  places: Partial<Record<Name, number[]>>
  unused: string[]
}

/** Throws a Refusal when the mapping names a heading that the file lacks, or an unknown field. */
export const layoutOf = (header: readonly string[], mapping: Mapping = {}): Layout =>
  arrange(header, mapping, companyHeadings, (found) => {
    if (!found.some(({ field }) => field === 'name'))
      for (const entry of found.filter(({ field }) => field === 'legal_name')) entry.field = 'name'
  })

type Found<Name> = { field: Name; column: number; rank: number }

export const arrange = <Name extends string>(
  header: readonly string[],
  mapping: Mapping,
  { fields, ranks }: Headings<Name>,
  settle: (found: Found<Name>[]) => void = () => {},
): Layout<Name> => {
  const mappedColumns = Object.entries(mapping.columns ?? {})
  checkFields(mapping, fields)
  checkColumns(header, mapping)
  const found: Found<Name>[] = []
  const unused: string[] = []
  header.forEach((heading, column) => {
    const entry = mappedColumns.find(([name]) => same(heading, name))
    if (entry) {
      const field = fields.find((known) => known === entry[1])
      if (field !== undefined) found.push({ field, column, rank: -1 })
      return
    }
    const meanings = ranks.get(foldText(heading)) ?? []
    // 'Registered name' is the legal name only if another column is the name.
    const [field, rank] =
      meanings.find(([candidate]) => candidate !== 'name' || meanings.length === 1) ??
      meanings[0] ??
      []
    if (field !== undefined && rank !== undefined) found.push({ field, column, rank })
    else if (heading.trim() !== '') unused.push(heading)
  })
  settle(found)
  const places: Layout<Name>['places'] = {}
  for (const { field, column } of found.toSorted((a, b) => a.rank - b.rank))
    places[field] = [...(places[field] ?? []), column]
  return { places, unused }
}

/** Throws a Refusal when the mapping names another field. */
export const checkFields = (
  { columns = {}, constants = {} }: Mapping,
  fields: readonly string[],
): void => {
  const unknown = [...Object.values(columns), ...Object.keys(constants)].find(
    (field) => field !== null && !fields.includes(field),
  )
  if (unknown !== undefined)
    throw new Refusal(
      `The mapping file names the field '${unknown}', which there is not; there are ${fields.join(', ')}.`,
    )
}

const checkColumns = (header: readonly string[], { columns = {} }: Mapping): void => {
  const missing = Object.keys(columns).find(
    (heading) => !header.some((cell) => same(cell, heading)),
  )
  if (missing !== undefined)
    throw new Refusal(
      `The mapping file names the column '${missing}', which the file has not; it has ${header.join(', ')}.`,
    )
}

const same = (a: string, b: string): boolean => foldText(a) === foldText(b)
