import type { Company } from '../../../contract/records/records.ts'
import { industryOf } from '../draft.ts'
import { delimitedRecords } from '../delimited.ts'
import { draftProblem } from '../draft-limits.ts'
import type { Draft, Importer, Row } from '../importer.ts'
import { readableName } from '../readable-name.ts'
import { tableHead } from '../sniff.ts'
import { normaliseText } from '../text.ts'
import { cellsProblem } from './csv.ts'

const title = /^ASX listed companies as at (.+)$/i
const header = ['Company name', 'ASX code', 'GICS industry group']

/** A title with its date, a header, one row per listing. */
export const asx: Importer = {
  id: 'asx',
  label: 'Companies listed on the Australian Securities Exchange (ASX)',
  licence: '© ASX Limited: check its terms before you show or pass on the list.',
  about:
    'Every listed company with its code and industry group; the next list also shows which have left.',
  sniff: ({ text }) => {
    const [first = [], second = []] = tableHead(text, ',')
    if (!title.test(first.join(',')))
      return "The file is not the ASX's list: it does not begin with 'ASX listed companies as at'."
    if (header.some((heading, index) => second[index]?.toLowerCase() !== heading.toLowerCase()))
      return `The file is not the ASX's list: its columns are not ${header.join(', ')}.`
    return undefined
  },
  open: ({ text, modified }) => {
    const [first = []] = tableHead(text, ',')
    return {
      source: 'ASX listed companies',
      seenAt: parseDay(title.exec(first.join(','))?.[1]) ?? modified,
      trust: { base: 0.95, fields: { ticker: 1, industry: 0.6, hq: 0.4 } },
      official: true,
      columns: header,
      headings: 2,
      delimiter: ',',
      exchange: 'ASX',
      link: ({ ticker }) =>
        ticker === undefined ? null : `https://www.asx.com.au/markets/company/${ticker.slice(4)}`,
      notes: [],
      rows,
    }
  },
}

async function* rows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row, void, undefined> {
  let index = 0
  for await (const { line, cells } of delimitedRecords(bytes, ',')) {
    if (index++ < 2) continue
    const refused = cellsProblem(cells, header.length)
    if (refused !== undefined) yield { line, cells, ...refused }
    else {
      const draft = draftOf(cells)
      yield 'problem' in draft
        ? { line, cells, rejected: draft.problem }
        : { line, cells, company: draft }
    }
  }
}

const draftOf = (cells: readonly string[]): Draft | { problem: string } => {
  const [given = '', code = '', group = ''] = cells.map(normaliseText)
  if (given === '') return { problem: 'it has no company name' }
  if (!/^[A-Z0-9]{2,6}$/.test(code)) return { problem: `'${code}' is no ASX code` }
  const name = readableName(given, code)
  const industry = industryOf([group])
  const hq = homeOf(given)
  const draft: Draft = {
    name,
    legal_name: name,
    status: 'active',
    ticker: `ASX:${code}`,
    type: group === 'Not Applic' ? 'Trust' : 'Public listed',
    ...(industry && { industry }),
    ...(hq && { hq }),
  }
  const problem = draftProblem(draft)
  return problem === undefined ? draft : { problem }
}

/** The list names no country: guesses Australia with low confidence, unless the legal form is foreign. */
const homeOf = (name: string): Company['hq'] => {
  if (/\(NZ\)| NEW ZEALAND | NZ /.test(name)) return { country: 'NZ' }
  const foreign =
    /\b(?:INC|CORP|PLC|LLC|PJSC|TBK|S\.A\.U?|P\.L\.C|AG|CO\., LTD)\b\.?|\(CANADA\)|SOCIETY|KOREA/
  // An Australian company ends in Limited or NL; Westpac and the treasuries have acts of their own.
  const american = /(?<!BANKING|TREASURY) CORPORATION\.*$/
  return foreign.test(name) || american.test(name) ? undefined : { country: 'AU' }
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** 'Mon Mar 02 10:47:08 AEDT 2026', as it was in Sydney. */
const parseDay = (text: string | undefined): string | undefined => {
  const found = /^\w{3} (\w{3}) +(\d{1,2}) .*\b(\d{4})$/.exec(text?.trim() ?? '')
  const month = months.indexOf(found?.[1] ?? 'none') / 3 + 1
  if (!found || month < 1) return undefined
  return `${found[3] ?? ''}-${String(month).padStart(2, '0')}-${(found[2] ?? '').padStart(2, '0')}`
}
