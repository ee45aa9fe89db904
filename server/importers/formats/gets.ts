import { isNzbn } from '../../entity-matching/checksums.ts'
import { parseAddress } from '../addresses.ts'
import { dayOfText } from '../dates.ts'
import { draftProblem } from '../draft-limits.ts'
import { hostOf } from '../draft.ts'
import type { Draft, Importer, RowContent } from '../importer.ts'
import { readableName } from '../readable-name.ts'
import { tableHead } from '../sniff.ts'
import { compact, omitUndefined } from '../text.ts'
import { whySkipped } from './austender.ts'
import { headedRows, missingHeading, type Said } from './headed-rows.ts'

const ofNotices = ['RFx ID', 'Posting Agency', 'Title', 'Award Type']
const ofSuppliers = ['RFx ID', 'Supplier NZBN', 'Business Name']

/** Two files that share the RFx ID: the notices, which are stored, and their suppliers, who make them signals. */
export const gets: Importer = {
  id: 'gets',
  label: 'Contracts awarded by New Zealand agencies (GETS, award notices and suppliers, CSV)',
  licence: 'Creative Commons Attribution 3.0 New Zealand, MBIE',
  about:
    'Contract awards with buyer and value. Import the award notices first, then the file of suppliers, which makes them signals.',
  sniff: ({ text }) => {
    const [header = []] = tableHead(text, ',', 1)
    const missing = missingHeading(header, ofNotices)
    return missing === undefined || missingHeading(header, ofSuppliers) === undefined
      ? undefined
      : `The file is neither the award notices of GETS nor their suppliers: it has no column '${missing}'.`
  },
  open: ({ text, modified }) => {
    const [header = []] = tableHead(text, ',', 1)
    const read = missingHeading(header, ofSuppliers) === undefined ? readSupplier : readNotice
    return {
      source: 'GETS',
      seenAt: modified,
      trust: { base: 0.5 },
      official: false,
      columns: header,
      headings: 1,
      delimiter: ',',
      notes: [],
      rows: (bytes) => headedRows(bytes, { header, headings: 1, delimiter: ',' }, read),
    }
  },
}

/** 'Awarded' is unreliable; a notice with a value, or with a supplier, is an award. */
const readNotice = (said: Said): RowContent => {
  const id = said('RFx ID')
  if (id === undefined || !/^\d{1,12}$/.test(id)) return { rejected: `'${id ?? ''}' is no RFx ID` }
  const amount = Number((said('Awarded Amount') ?? '0').replace(/[$,\s]/g, ''))
  if (!Number.isFinite(amount) || amount < 0)
    return { rejected: `'${said('Awarded Amount') ?? ''}' is no amount` }
  const day = dayOf(said('Awarded Date')) ?? dayOf(said('Report Date')) ?? dayOf(said('Close Date'))
  if (day === undefined) return { rejected: 'it has no date' }
  return {
    notice: {
      id: `GETS ${id}`,
      award: {
        contract: `GETS ${id}`,
        buyer: said('Posting Agency') ?? 'a New Zealand agency',
        currency: 'NZD',
        day,
        url: `https://www.gets.govt.nz/ExternalTenderDetails.htm?id=${id}`,
        amendment: 0,
        ...omitUndefined({
          value: amount > 0 ? amount : undefined,
          work: said('Title')?.slice(0, 200),
        }),
      },
    },
  }
}

/** GETS does not check the NZBN: spreadsheets shorten it, and foreign numbers occur. */
const readSupplier = (said: Said): RowContent => {
  const id = said('RFx ID')
  if (id === undefined || !/^\d{1,12}$/.test(id)) return { rejected: `'${id ?? ''}' is no RFx ID` }
  const name = said('Business Name')
  if (name === undefined) return { rejected: 'it names no supplier' }
  const number = compact(said('Supplier NZBN') ?? '')
  const nzbn = isNzbn(number) ? number : undefined
  const country = said('Country')
  const hq = country === undefined ? undefined : parseAddress({ country })
  const website = said('Website')
  const company: Draft = {
    name: readableName(name),
    ...omitUndefined({
      nzbn,
      hq: hq && 'problem' in hq ? undefined : hq,
      domain: website === undefined ? undefined : hostOf(website),
    }),
  }
  const problem = draftProblem(company)
  if (problem !== undefined) return { rejected: problem }
  return {
    company,
    noticeId: `GETS ${id}`,
    ...omitUndefined({ skipReasonIfNew: whySkipped(name, nzbn) }),
  }
}

const dayOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : dayOfText(text)
