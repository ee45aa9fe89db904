import { isNzbn } from '../../entity-matching/checksums.ts'
import { foldText } from '../../../contract/search/search-doc.ts'
import { parseAddress } from '../addresses.ts'
import { dayOfText } from '../dates.ts'
import { delimiterOf } from '../delimited.ts'
import { draftProblem } from '../draft-limits.ts'
import { hostOf, industryOf } from '../draft.ts'
import type { Draft, Importer, Reading, Row, RowContent } from '../importer.ts'
import { countJson, isFields, jsonObjects, listOf, textOf, type Fields } from '../json-objects.ts'
import { arrange, rankHeadings, type Mapping } from '../mapping.ts'
import { readableName } from '../readable-name.ts'
import { tableHead } from '../sniff.ts'
import { compact, omitUndefined } from '../text.ts'
import { headedRows } from './headed-rows.ts'

/**
 * The bulk data of the Companies Office: JSON as the interface answers it, or the several CSV files, which share the column NZBN;
 * the file with the names comes first. Directors and shareholders are not read.
 */
export const nzbn: Importer = {
  id: 'nzbn',
  label: 'New Zealand companies (NZBN or Companies Office bulk data, JSON or CSV)',
  licence: 'Bulk Data Access Agreement of the Companies Office: read it before you show the data.',
  about:
    'Companies with NZBN, status, type, address and industry, without people. The next edition reports what has changed.',
  sniff: ({ text }) => {
    if (isJson(text))
      return /"nzbn"\s*:/.test(text) ? undefined : 'The file is JSON without any “nzbn”.'
    const [header = []] = tableHead(text, delimiterOf(text), 1)
    return headingsOf(header)('nzbn') !== undefined
      ? undefined
      : "The file is not the Companies Office's: it has no column “NZBN”."
  },
  open: ({ text, modified }, { mapping }): Reading => {
    const json = isJson(text)
    const delimiter = delimiterOf(text)
    const [table = []] = tableHead(text, delimiter, 1)
    const header = json ? ['nzbn', 'entityName', 'entityStatusCode'] : table
    return {
      source: 'NZBN register',
      seenAt: modified,
      trust: {
        base: 0.95,
        fields: { name: 0.9, type: 0.7, hq: 0.85, trading_names: 0.6, domain: 0.7 },
      },
      official: true,
      columns: header,
      headings: json ? 0 : 1,
      ...(json ? { count: (bytes) => countJson(bytes) } : { delimiter }),
      register: true,
      link: ({ nzbn: number }) =>
        number === undefined ? null : `https://www.nzbn.govt.nz/mynzbn/nzbndetails/${number}/`,
      notes: [],
      rows: (bytes) => {
        if (json) return jsonRows(bytes)
        const headingOf = headingsOf(header, mapping)
        return headedRows(bytes, { header, headings: 1, delimiter }, (said) =>
          read(
            factsOfTable((column) => {
              const heading = headingOf(column)
              return heading === undefined ? undefined : said(heading)
            }),
          ),
        )
      },
    }
  },
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text)

async function* jsonRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row, void, undefined> {
  for await (const { line, value } of jsonObjects(bytes)) {
    if (value === undefined) yield { line, cells: [], rejected: 'it is no JSON' }
    else {
      const facts = factsOfEntity(value)
      const cells = [facts.nzbn ?? '', facts.name ?? '', facts.status ?? '']
      yield { line, cells, ...read(facts) }
    }
  }
}

type Facts = {
  nzbn?: string
  name?: string
  status?: string
  type?: string
  registered?: string
  tradingNames: string[]
  address?: {
    address?: string
    suburb?: string
    city?: string
    postcode?: string
    country?: string
  }
  website?: string
  industry?: string
}

const read = (facts: Facts): RowContent => {
  const number = compact(facts.nzbn ?? '')
  if (!isNzbn(number)) return { rejected: `'${number}' is no NZBN: its check digits are wrong` }
  const type = types.get(foldText(facts.type ?? ''))
  if (type?.skipped !== undefined) return { skipped: type.skipped }
  const status = statuses.get(foldText(facts.status ?? ''))
  const hq = facts.address && parseAddress(facts.address, 'NZ')
  if (hq && 'problem' in hq) return { rejected: hq.problem }
  const name = facts.name === undefined ? '' : readableName(facts.name)
  const { tradingNames, website, industry } = facts
  const draft: Draft = {
    name,
    ...(name !== '' && { legal_name: name }),
    nzbn: number,
    ...status,
    ...omitUndefined({
      // The interface answers without an address for some kinds of companies.
      hq: hq ?? (name === '' ? undefined : { country: 'NZ' }),
      type: type?.type,
      founded: facts.registered === undefined ? undefined : Number(facts.registered.slice(0, 4)),
      domain: website === undefined ? undefined : hostOf(website),
      industry: industry === undefined ? undefined : industryOf([industry.slice(0, 5)]),
      trading_names:
        tradingNames.length === 0 ? undefined : tradingNames.map((each) => readableName(each)),
    }),
  }
  const problem = draftProblem({ ...draft, name: name === '' ? number : name })
  if (problem !== undefined) return { rejected: problem }
  const skipReasonIfNew =
    name === ''
      ? 'company not known: import the file with the names first'
      : status?.status === 'deregistered'
        ? status.register_status
        : undefined
  return { company: draft, ...omitUndefined({ skipReasonIfNew, registered: facts.registered }) }
}

const factsOfEntity = (entity: Fields): Facts => {
  const addresses = isFields(entity['addresses']) ? listOf(entity['addresses'], 'addressList') : []
  const current = addresses.filter((each) => textOf(each, 'endDate') === undefined)
  const address = current.find((each) => textOf(each, 'addressType') === 'REGISTERED') ?? current[0]
  const industries = [
    ...listOf(entity, 'industryClassifications'),
    ...listOf(entity, 'classifications'),
  ]
  const previous = entity['previousEntityNames']
  return {
    tradingNames: [
      ...listOf(entity, 'tradingNames').flatMap((each) => textOf(each, 'name') ?? []),
      ...(Array.isArray(previous) ? previous.filter((each) => typeof each === 'string') : []),
    ],
    ...omitUndefined({
      nzbn: textOf(entity, 'nzbn'),
      name: textOf(entity, 'entityName'),
      status: textOf(entity, 'entityStatusCode') ?? textOf(entity, 'entityStatusDescription'),
      type: textOf(entity, 'entityTypeCode'),
      registered: dayOf(textOf(entity, 'registrationDate')),
      website: textOf(listOf(entity, 'websites')[0] ?? {}, 'url'),
      industry: textOf(industries[0] ?? {}, 'classificationCode'),
      address: address && addressOf((line) => textOf(address, line)),
    }),
  }
}

type AddressPart = 'address1' | 'address2' | 'address3' | 'postCode' | 'countryCode'

const addressOf = (said: (part: AddressPart) => string | undefined) =>
  omitUndefined({
    address: said('address1'),
    suburb: said('address2'),
    city: said('address3'),
    postcode: said('postCode'),
    country: said('countryCode'),
  })

const factsOfTable = (said: (column: Column) => string | undefined): Facts => {
  const address = addressOf(said)
  const tradingName = said('trading_name')
  return {
    tradingNames: tradingName === undefined ? [] : [tradingName],
    ...omitUndefined({
      nzbn: said('nzbn'),
      name: said('name'),
      status: said('status'),
      type: said('type'),
      registered: dayOf(said('registered')),
      website: said('website'),
      industry: said('industry'),
      address: Object.keys(address).length === 0 ? undefined : address,
    }),
  }
}

/** The headings of the CSV files are not published, so several spellings count. */
const headings = {
  nzbn: 'nzbn|nzbn number',
  name: 'entity name|company name|name',
  status: 'entity status code|entity status|company status|status',
  type: 'entity type code|entity type|type',
  registered: 'registration date|incorporation date|start date of company',
  website: 'website|website url|url',
  industry: 'industry classification code|bic code|classification code',
  trading_name: 'trading name',
  address1: 'address 1|address line 1',
  address2: 'address 2|address line 2',
  address3: 'address 3|address line 3|city',
  postCode: 'address postcode|post code|postcode',
  countryCode: 'country code|address country code|country',
} as const
type Column = keyof typeof headings

const columnHeadings = rankHeadings<Column>(headings)

/** The file's own heading of a column. */
const headingsOf = (header: readonly string[], mapping?: Mapping) => {
  const { places } = arrange(header, mapping ?? {}, columnHeadings)
  return (column: Column): string | undefined => header[places[column]?.[0] ?? -1]
}

/** '2017-07-19T16:51:53.000+1200': the day as it was in New Zealand. */
const dayOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : dayOfText(text)

const person = { skipped: 'not a company: sole trader' }
const partners = { skipped: 'not a company: partnership' }
const trust = { skipped: 'not a company: trust' }

const types = new Map<string, { type?: string; skipped?: string }>([
  ['ltd', { type: 'Private' }],
  ['nz limited company', { type: 'Private' }],
  ['ultd', { type: 'Private' }],
  ['coop', { type: 'Co-operative' }],
  ['asic', { type: 'Foreign company' }],
  ['non asic', { type: 'Foreign company' }],
  ['i', { type: 'Charity/NFP' }],
  ['t', { type: 'Charity/NFP' }],
  ['govtcentral', { type: 'Government (federal)' }],
  ['govtlocal', { type: 'Government (local)' }],
  ['govtedu', { type: 'Education' }],
  ['soletrader', person],
  ['sole trader', person],
  ['partnership', partners],
  ['y', partners],
  ['z', partners],
  ['trust', trust],
  ['trading trust', trust],
])

type Status = { status: 'active' | 'deregistered'; register_status: string }

const of =
  (status: Status['status']) =>
  (text: string, ...codes: string[]): [string, Status][] =>
    codes.map((code) => [code, { status, register_status: text }])
const active = of('active')
const ended = of('deregistered')

const statuses = new Map<string, Status>([
  ...active('registered', '50', 'registered'),
  ...active(
    'in voluntary administration',
    '55',
    'voluntary administration',
    'voluntaryadministration',
  ),
  ...active('in receivership and administration', '56', '57'),
  ...active('in liquidation', '60', 'in liquidation', 'inliquidation'),
  ...active('in receivership and liquidation', '61', '63', '64', '65', '66', '71'),
  ...active('in receivership', '70', 'in receivership', 'inreceivership'),
  ...active(
    'in statutory administration',
    '72',
    'in statutory administration',
    'instatutoryadministration',
  ),
  ...active('inactive', '90', 'inactive'),
  ...ended('removed', '62', '80', '91', 'removed', 'removedclosed', 'removed closed', 'closed'),
])
