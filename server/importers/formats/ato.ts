import { revenueBand } from '../../../contract/search/bands.ts'
import { isAbn } from '../../entity-matching/checksums.ts'
import { delimiterOf } from '../delimited.ts'
import { draftProblem } from '../draft-limits.ts'
import type { Draft, Importer, RowContent } from '../importer.ts'
import { readableName } from '../readable-name.ts'
import { tableHead } from '../sniff.ts'
import { compact } from '../text.ts'
import { headedRows, missingHeading, type Said } from './headed-rows.ts'

const needed = ['Name', 'ABN', 'Total income $', 'Income year']

/** The sheet 'Income tax details'; some years have lines before the header. */
export const ato: Importer = {
  id: 'ato',
  label: 'Corporate tax transparency (ATO, the workbook or its sheet as CSV)',
  licence: 'Creative Commons Attribution 3.0 Australia, data.gov.au',
  about:
    'Total income of large companies for an income year, which for a group is that of the whole group. It counts as reported revenue.',
  sniff: ({ text }) =>
    headOf(text) === undefined
      ? `The file is not the ATO's sheet of income tax details: no line has the columns ${needed.join(', ')}.`
      : undefined,
  open: ({ text, modified }) => {
    const { header, headings, delimiter } = headOf(text) ?? {
      header: [],
      headings: 1,
      delimiter: ',',
    }
    return {
      source: 'ATO corporate tax transparency',
      seenAt: newestYear(text) ?? modified,
      trust: { base: 0.9, fields: { name: 0.8, hq: 0.4 } },
      official: true,
      columns: header,
      headings,
      delimiter,
      notes: [],
      rows: (bytes) => headedRows(bytes, { header, headings, delimiter }, read),
    }
  },
}

const headOf = (text: string) => {
  const delimiter = delimiterOf(text)
  const lines = tableHead(text, delimiter, 20)
  const at = lines.findIndex((line) => missingHeading(line, needed) === undefined)
  const header = lines[at]
  return header && { header, headings: at + 1, delimiter }
}

const read = (said: Said): RowContent => {
  const abn = compact(said('ABN') ?? '')
  if (abn === '') return { skipped: 'without an ABN' }
  if (!isAbn(abn)) return { rejected: `'${abn}' is no ABN: its check digits are wrong` }
  const name = said('Name')
  if (name === undefined) return { rejected: 'it has no name' }
  const income = said('Total income $')
  // Blank is zero or less, or not reported.
  if (income === undefined) return { skipped: 'without a total income' }
  const amount = Number(income.replace(/[$,\s]/g, ''))
  if (!Number.isFinite(amount) || amount < 0) return { rejected: `'${income}' is no amount` }
  const year = said('Income year')
  const seenAt = yearEnd(year)
  if (seenAt === undefined) return { rejected: `'${year ?? ''}' is no income year` }
  const draft: Draft = {
    name: readableName(name),
    abn,
    hq: { country: 'AU' },
    revenue: { band: revenueBand(amount), amount, currency: 'AUD', basis: 'reported' },
  }
  const problem = draftProblem(draft)
  return problem === undefined ? { company: draft, seenAt } : { rejected: problem }
}

/** '2023-24' ends on 30 June 2024. */
const yearEnd = (year: string | undefined): string | undefined => {
  const start = /^(20\d\d)[-–/]\d{2,4}$/.exec(year ?? '')?.[1]
  return start === undefined ? undefined : `${Number(start) + 1}-06-30`
}

/** Late lodgers have an older year. */
const newestYear = (text: string): string | undefined =>
  [...text.matchAll(/\b20\d\d-\d\d\b/g)]
    .flatMap(([year]) => yearEnd(year) ?? [])
    .toSorted()
    .at(-1)
