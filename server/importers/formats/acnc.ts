import { isAbn } from '../../entity-matching/checksums.ts'
import { parseAddress } from '../addresses.ts'
import { dayOfText } from '../dates.ts'
import { draftProblem } from '../draft-limits.ts'
import { hostOf } from '../draft.ts'
import type { Draft, Importer, RowContent } from '../importer.ts'
import { readableName } from '../readable-name.ts'
import { tableHead } from '../sniff.ts'
import { compact, normaliseText, omitUndefined } from '../text.ts'
import { headedRows, missingHeading, type Said } from './headed-rows.ts'

const needed = ['ABN', 'Charity_Legal_Name', 'Town_City', 'Charity_Size']

/** The headings are spelled as in the file, and differ between editions; only registered charities are in it. */
export const acnc: Importer = {
  id: 'acnc',
  label: 'Register of charities (ACNC, CSV)',
  licence: 'Creative Commons Attribution 3.0 Australia, data.gov.au',
  about:
    'Registered charities with ABN, other names, address and website. The next edition reports new names and addresses.',
  sniff: ({ text }) => {
    const missing = missingHeading(tableHead(text, ',', 1)[0] ?? [], needed)
    return missing === undefined
      ? undefined
      : `The file is not ACNC's register of charities: it has no column '${missing}'.`
  },
  open: ({ text, modified }) => {
    const [header = []] = tableHead(text, ',', 1)
    return {
      source: 'ACNC register',
      seenAt: modified,
      trust: { base: 0.9, fields: { name: 0.86, hq: 0.85, domain: 0.8, status: 0.6 } },
      official: true,
      columns: header,
      headings: 1,
      delimiter: ',',
      register: true,
      link: ({ abn }) =>
        abn === undefined ? null : `https://www.acnc.gov.au/charity/charities?search=${abn}`,
      notes: [],
      rows: (bytes) => headedRows(bytes, { header, headings: 1, delimiter: ',' }, read),
    }
  },
}

const read = (said: Said): RowContent => {
  const abn = compact(said('ABN') ?? '')
  if (!isAbn(abn)) return { rejected: `'${abn}' is no ABN: its check digits are wrong` }
  const name = said('Charity_Legal_Name')
  if (name === undefined) return { rejected: 'it has no name' }
  const hq = addressOf(said)
  if (hq && 'problem' in hq) return { rejected: hq.problem }
  const website = said('Charity_Website')
  const registered = dayOf(said('Registration_Date'))
  const established = dayOf(said('Date_Organisation_Established'))
  const draft: Draft = {
    name: readableName(name),
    legal_name: readableName(name),
    abn,
    status: 'active',
    type: 'Charity/NFP',
    ...omitUndefined({
      hq,
      // A website that is none is left out, for it says nothing about the rest of the row.
      domain: website === undefined ? undefined : hostOf(website),
      founded: established === undefined ? undefined : Number(established.slice(0, 4)),
      trading_names: namesIn(said('Other_Organisation_Names')),
    }),
  }
  const problem = draftProblem(draft)
  if (problem !== undefined) return { rejected: problem }
  return { company: draft, ...omitUndefined({ registered }) }
}

const addressOf = (said: Said) =>
  parseAddress(
    {
      address:
        [1, 2, 3].flatMap((line) => said(`Address_Line_${line}`) ?? []).join(', ') || undefined,
      suburb: said('Town_City'),
      state: said('State'),
      postcode: said('Postcode'),
      country: said('Country'),
    },
    'AU',
  )

const dayOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : dayOfText(text)

const namesIn = (text: string | undefined): string[] | undefined => {
  const names = (text ?? '').split(',').map(normaliseText)
  const found = [...new Set(names)].filter((name) => name !== '').map((name) => readableName(name))
  return found.length === 0 ? undefined : found.slice(0, 20)
}
