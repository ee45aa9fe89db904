import type { Importer } from '../importer.ts'
import { layoutOf } from '../mapping.ts'
import { draftOf } from '../draft.ts'
import { delimitedRecords, delimiterOf } from '../delimited.ts'
import { markupReason, tableHead } from '../sniff.ts'
import type { Draft, Row } from '../importer.ts'
import { cellsProblem, valuesOf } from './csv.ts'

const columns = {
  name: 'name',
  domain: 'domain',
  website: 'domain',
  'year founded': 'founded',
  founded: 'founded',
  industry: 'industry',
  'size range': 'size',
  size: 'size',
  locality: 'location',
  region: 'state',
  country: 'country',
  'linkedin url': 'linkedin',
  linkedin_url: 'linkedin',
  'current employee estimate': 'employees_global',
}

/** Lower case throughout, one row per company. */
export const pdl: Importer = {
  id: 'pdl',
  label: 'People Data Labs free company file (CSV)',
  licence: 'Terms of People Data Labs: check them before you use the file.',
  about: 'Companies worldwide with domain, industry, size and LinkedIn page.',
  sniff: ({ text }) => {
    const markup = markupReason(text)
    if (markup !== undefined)
      return `The file is ${markup}, not the company file of People Data Labs.`
    const [header = []] = tableHead(text, delimiterOf(text))
    const missing = ['name', 'industry', 'country'].find((heading) => !header.includes(heading))
    const linked = header.includes('linkedin url') || header.includes('linkedin_url')
    return missing === undefined && linked
      ? undefined
      : `The file is not the company file of People Data Labs: it has no column '${missing ?? 'linkedin url'}'.`
  },
  open: ({ text, modified }) => {
    const delimiter = delimiterOf(text)
    const [header = []] = tableHead(text, delimiter)
    const known = Object.entries(columns).filter(([heading]) => header.includes(heading))
    const layout = layoutOf(header, { columns: Object.fromEntries(known) })
    return {
      source: 'People Data Labs',
      seenAt: modified,
      trust: { base: 0.6, fields: { company_size: 0.4, industry: 0.5 } },
      official: false,
      columns: header,
      headings: 1,
      delimiter,
      notes: [],
      rows: async function* (bytes): AsyncGenerator<Row, void, undefined> {
        let first = true
        for await (const { line, cells } of delimitedRecords(bytes, delimiter)) {
          if (first) {
            first = false
            continue
          }
          const refused = cellsProblem(cells, header.length)
          if (refused !== undefined) {
            yield { line, cells, ...refused }
            continue
          }
          const values = valuesOf(cells, layout, {})
          const draft = draftOf(values)
          yield 'problem' in draft
            ? { line, cells, rejected: draft.problem }
            : { line, cells, company: localiseDraft(draft, values('industry')[0]) }
        }
      },
    }
  },
}

const localiseDraft = (draft: Draft, industry: string | undefined): Draft => {
  const { hq, company_size: size, ...rest } = draft
  const isLocal = hq?.country === 'AU' || hq?.country === 'NZ'
  return {
    ...rest,
    // The file counts employees worldwide; only for companies of our two countries is that likely the local number.
    ...(isLocal && size !== undefined && { company_size: size }),
    ...(rest.industry &&
      industry !== undefined && { industry: { ...rest.industry, linkedin: industry } }),
    ...(hq && { hq: { ...hq, ...capitals(hq) } }),
  }
}

const capitals = (address: { city?: string | undefined; state?: string | undefined }) => ({
  ...(address.city !== undefined && { city: townName(address.city) }),
  ...(address.state !== undefined && { state: townName(address.state) }),
})

/** Town names hold no acronyms: short words get a capital too. */
const townName = (name: string): string =>
  name === name.toLowerCase()
    ? name.replace(
        /(^|[\s('/-])(\p{L})/gu,
        (_, gap: string, letter: string) => gap + letter.toUpperCase(),
      )
    : name
