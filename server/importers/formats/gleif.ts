import type { Company } from '../../../contract/records/records.ts'
import { isAbn, isAcn, isLei, isNzbn } from '../../entity-matching/checksums.ts'
import { delimitedRecords } from '../delimited.ts'
import { draftProblem } from '../draft-limits.ts'
import type { Draft, Importer, Row } from '../importer.ts'
import { parseAddress } from '../addresses.ts'
import { readableName } from '../readable-name.ts'
import { tableHead } from '../sniff.ts'
import { compact, omitUndefined, normaliseText } from '../text.ts'
import { cellsProblem } from './csv.ts'

const needed = ['LEI', 'Entity.LegalName', 'Entity.LegalAddress.Country', 'Entity.EntityStatus']

/** The golden copy, level 1 (who is who) as CSV, without funds and sole proprietors. */
export const gleif: Importer = {
  id: 'gleif',
  label: 'GLEIF golden copy, level 1 (CSV)',
  licence: 'Creative Commons Zero (CC0 1.0), GLEIF',
  about:
    'Legal entities with LEI, register number and addresses, without funds and sole proprietors.',
  sniff: ({ text }) => {
    const [header = []] = tableHead(text, ',', 1)
    const missing = needed.find((heading) => !header.includes(heading))
    return missing === undefined
      ? undefined
      : `The file is not GLEIF's golden copy (level 1, CSV): it has no column '${missing}'.`
  },
  open: ({ text, name, modified }) => {
    const [header = []] = tableHead(text, ',', 1)
    const places = new Map(header.map((heading, index) => [heading, index]))
    return {
      source: 'GLEIF',
      seenAt: dayInName(name) ?? modified,
      trust: { base: 0.9, fields: { lei: 1, name: 0.85, legal_name: 0.95, hq: 0.8 } },
      official: true,
      columns: header,
      headings: 1,
      delimiter: ',',
      link: ({ lei }) => (lei === undefined ? null : `https://search.gleif.org/#/record/${lei}`),
      notes: [],
      rows: async function* (bytes): AsyncGenerator<Row, void, undefined> {
        let first = true
        for await (const { line, cells } of delimitedRecords(bytes, ',')) {
          if (first) {
            first = false
            continue
          }
          const said = (heading: string): string | undefined =>
            normaliseText(cells[places.get(heading) ?? -1] ?? '') || undefined
          yield { line, cells, ...(cellsProblem(cells, header.length) ?? read(said)) }
        }
      },
    }
  },
}

type Said = (heading: string) => string | undefined
type Outcome =
  | { company: Draft; skipReasonIfNew?: string }
  | { rejected: string }
  | { skipped: string }

const read = (said: Said): Outcome => {
  const category = said('Entity.EntityCategory')
  if (category === 'FUND' || category === 'SOLE_PROPRIETOR')
    return { skipped: category === 'FUND' ? 'fund' : 'sole proprietor' }
  const lei = said('LEI')
  if (lei === undefined || !isLei(lei))
    return { rejected: `'${lei ?? ''}' is no LEI: its check digits are wrong` }
  const legalName = said('Entity.LegalName')
  if (legalName === undefined) return { rejected: 'it has no legal name' }
  const hq = addressOf(said, 'HeadquartersAddress') ?? addressOf(said, 'LegalAddress')
  if (hq && 'problem' in hq) return { rejected: hq.problem }
  const closed = said('Entity.EntityStatus') === 'INACTIVE'
  const others = [1, 2, 3, 4, 5].flatMap(
    (number) => said(`Entity.OtherEntityNames.OtherEntityName.${number}`) ?? [],
  )
  const name = readableName(legalName)
  const draft: Draft = {
    name,
    legal_name: name,
    lei,
    status: closed ? 'deregistered' : 'active',
    ...registered(said),
    ...omitUndefined({
      hq,
      trading_names: others.length === 0 ? undefined : others.map((other) => readableName(other)),
    }),
  }
  const problem = draftProblem(draft)
  if (problem !== undefined) return { rejected: problem }
  return closed ? { company: draft, skipReasonIfNew: 'no longer active' } : { company: draft }
}

const addressOf = (said: Said, kind: 'HeadquartersAddress' | 'LegalAddress') => {
  const part = (name: string): string | undefined => said(`Entity.${kind}.${name}`)
  const country = part('Country')
  if (country === undefined) return undefined
  const region = part('Region')
  return parseAddress({
    address: part('FirstAddressLine'),
    city: part('City'),
    // A region is an ISO code (AU-WA); only New Zealand's codes are not readable.
    state: region === undefined ? undefined : (newZealand.get(region) ?? region),
    postcode: part('PostalCode'),
    country,
  })
}

/** The number in the national register that issued it (RA000014 is ASIC's); its check digits show its kind. */
const registered = (said: Said): Partial<Pick<Company, 'abn' | 'acn' | 'nzbn'>> => {
  const number = compact(said('Entity.RegistrationAuthority.RegistrationAuthorityEntityID') ?? '')
  const country = said('Entity.LegalAddress.Country')
  if (country === 'AU' && isAcn(number)) return { acn: number }
  if (country === 'AU' && isAbn(number)) return { abn: number }
  return country === 'NZ' && isNzbn(number) ? { nzbn: number } : {}
}

/** Golden copies start with their date: 20260302-0000-gleif-goldencopy-lei2-golden-copy.csv */
const dayInName = (name: string): string | undefined => {
  const found = /^(20\d\d)(\d\d)(\d\d)-/.exec(name)
  return found ? `${found[1] ?? ''}-${found[2] ?? ''}-${found[3] ?? ''}` : undefined
}

const newZealand = new Map([
  ['NZ-NTL', 'Northland'],
  ['NZ-AUK', 'Auckland'],
  ['NZ-WKO', 'Waikato'],
  ['NZ-BOP', 'Bay of Plenty'],
  ['NZ-GIS', 'Gisborne'],
  ['NZ-HKB', "Hawke's Bay"],
  ['NZ-TKI', 'Taranaki'],
  ['NZ-MWT', 'Manawatū-Whanganui'],
  ['NZ-WGN', 'Wellington'],
  ['NZ-TAS', 'Tasman'],
  ['NZ-NSN', 'Nelson'],
  ['NZ-MBH', 'Marlborough'],
  ['NZ-WTC', 'West Coast'],
  ['NZ-CAN', 'Canterbury'],
  ['NZ-OTA', 'Otago'],
  ['NZ-STL', 'Southland'],
])
