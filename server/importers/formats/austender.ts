import { isAbn } from '../../entity-matching/checksums.ts'
import { parseAddress } from '../addresses.ts'
import { draftProblem } from '../draft-limits.ts'
import type { Award, Draft, Importer, Row } from '../importer.ts'
import { countJson, isFields, jsonObjects, listOf, textOf, type Fields } from '../json-objects.ts'
import { readableName } from '../readable-name.ts'
import { compact, omitUndefined } from '../text.ts'

/**
 * Release packages of AusTender's OCDS interface: a page as answered, several pages one a line, or bare releases. The contact of a
 * supplier there is the buyer's officer, so no contact is read.
 */
export const austender: Importer = {
  id: 'austender',
  label: 'Contracts awarded by Australian agencies (AusTender, OCDS JSON)',
  licence: 'Creative Commons Attribution 3.0 Australia, Department of Finance',
  about:
    'Contract awards with buyer, value and end date, as signals about their suppliers: once, and rewritten when amended.',
  sniff: ({ text }) =>
    /^\s*[[{]/.test(text) && /"ocid"\s*:/.test(text) && /"(?:releases|parties)"\s*:/.test(text)
      ? undefined
      : 'The file is not a release package of AusTender (OCDS JSON): it has no releases with an ocid.',
  open: ({ text, modified }) => ({
    source: 'AusTender',
    seenAt: /"publishedDate"\s*:\s*"(\d{4}-\d{2}-\d{2})T/.exec(text)?.[1] ?? modified,
    trust: { base: 0.5 },
    official: false,
    columns: ['Release', 'Contract', 'Supplier', 'ABN', 'Value'],
    headings: 0,
    count: (bytes) => countJson(bytes, 'releases'),
    notes: [],
    rows,
  }),
}

async function* rows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row, void, undefined> {
  for await (const { line, value } of jsonObjects(bytes, 'releases')) {
    if (value === undefined) yield { line, cells: [], rejected: 'it is no JSON' }
    else for (const release of releasesOf(value)) yield* rowsOf(line, release)
  }
}

/** Packages in an array arrive whole. */
const releasesOf = (value: Fields): Fields[] => {
  const { releases } = value
  return Array.isArray(releases) ? releases.filter(isFields) : [value]
}

const rowsOf = (line: number, release: Fields): Row[] => {
  const id = textOf(release, 'id') ?? ''
  const contracts = listOf(release, 'contracts')
  if (contracts.length === 0) return [{ line, cells: [id], skipped: 'without a contract' }]
  return contracts.flatMap((contract) => {
    const suppliers = suppliersOf(release, contract)
    const cells = [id, textOf(contract, 'id') ?? '']
    if (suppliers.length === 0) return [{ line, cells, rejected: 'it names no supplier' }]
    const award = awardOf(release, contract)
    return suppliers.map((supplier): Row => {
      const named = [...cells, textOf(supplier, 'name') ?? '', abnOf(supplier) ?? '']
      if ('problem' in award) return { line, cells: named, rejected: award.problem }
      return { line, cells: [...named, String(award.value ?? '')], ...read(supplier, award) }
    })
  })
}

const read = (
  supplier: Fields,
  award: Award,
): { company: Draft; skipReasonIfNew?: string; award: Award } | { rejected: string } => {
  const name = textOf(supplier, 'name')
  if (name === undefined) return { rejected: 'its supplier has no name' }
  const abn = abnOf(supplier)
  if (abn !== undefined && !isAbn(abn))
    return { rejected: `'${abn}' is no ABN: its check digits are wrong` }
  const company: Draft = {
    name: readableName(name),
    ...omitUndefined({ abn, hq: addressOf(supplier, abn) }),
  }
  const problem = draftProblem(company)
  if (problem !== undefined) return { rejected: problem }
  return { company, award, ...omitUndefined({ skipReasonIfNew: whySkipped(name, abn) }) }
}

/** A sole trader's name is a person's: only known companies, and names with a legal form, are suppliers here. */
export const whySkipped = (name: string, number: string | undefined): string | undefined => {
  if (number === undefined) return 'supplier without a number, and not known'
  return legalForm.test(name) ? undefined : 'supplier not known, and its name may be a person’s'
}

const legalForm =
  /\b(?:pty|ltd|limited|inc|incorporated|llc|llp|plc|corporation|gmbh|co-operative|cooperative|university|council|association)\b/i

const suppliersOf = (release: Fields, contract: Fields): Fields[] => {
  const parties = listOf(release, 'parties')
  const awardId = textOf(contract, 'awardID')
  const award = listOf(release, 'awards').find((each) => textOf(each, 'id') === awardId)
  const ids = new Set(listOf(award ?? {}, 'suppliers').map((supplier) => textOf(supplier, 'id')))
  const named = parties.filter((party) => ids.has(textOf(party, 'id')))
  return named.length > 0 ? named : parties.filter((party) => hasRole(party, 'supplier'))
}

const hasRole = ({ roles }: Fields, role: string): boolean =>
  Array.isArray(roles) && roles.includes(role)

const abnOf = (party: Fields): string | undefined => {
  const { identifier } = party
  const all = [
    ...listOf(party, 'additionalIdentifiers'),
    ...(isFields(identifier) ? [identifier] : []),
  ]
  const abn = all.find((each) => textOf(each, 'scheme') === 'AU-ABN')
  const number = compact(textOf(abn ?? {}, 'id') ?? '')
  return number === '' || /^0+$/.test(number) ? undefined : number
}

/** Many suppliers have a number and no address. */
const addressOf = ({ address }: Fields, abn: string | undefined): Draft['hq'] => {
  const fields = isFields(address) ? address : {}
  const found = parseAddress(
    {
      suburb: textOf(fields, 'locality'),
      state: textOf(fields, 'region'),
      postcode: textOf(fields, 'postalCode'),
      country: textOf(fields, 'countryName'),
    },
    abn === undefined ? undefined : 'AU',
  )
  return found === undefined || 'problem' in found ? undefined : found
}

const awardOf = (release: Fields, contract: Fields): Award | { problem: string } => {
  const id = textOf(contract, 'id')
  if (id === undefined) return { problem: 'its contract has no number' }
  const day = dayIn(textOf(contract, 'dateSigned') ?? textOf(release, 'date'))
  if (day === undefined) return { problem: 'it has no day of signing' }
  const period = isFields(contract['period']) ? contract['period'] : {}
  const value = isFields(contract['value']) ? contract['value'] : {}
  const amount = Number(value['amount'] ?? Number.NaN)
  const work = textOf(contract, 'description') ?? textOf(contract, 'title')
  return {
    contract: id,
    buyer: buyerOf(release) ?? 'an Australian agency',
    currency: textOf(value, 'currency') ?? 'AUD',
    day,
    url: `https://api.tenders.gov.au/ocds/findById/${encodeURIComponent(id)}`,
    amendment: amendmentOf(release, contract),
    ...omitUndefined({
      value: Number.isFinite(amount) && amount > 0 ? amount : undefined,
      end: dayIn(textOf(period, 'endDate')),
      work: work?.slice(0, 200),
    }),
  }
}

const buyerOf = (release: Fields): string | undefined => {
  const { buyer } = release
  const party = listOf(release, 'parties').find((each) => hasRole(each, 'procuringEntity'))
  return textOf(isFields(buyer) ? buyer : {}, 'name') ?? textOf(party ?? {}, 'name')
}

/** By the number in its id: amendments can share a day, and often name the original as what they amend. */
const amendmentOf = (release: Fields, contract: Fields): number => {
  const numbers = listOf(contract, 'amendments').flatMap((amendment) => {
    const number = /-A(\d{1,6})$/.exec(textOf(amendment, 'id') ?? '')?.[1]
    if (number === undefined) return []
    return [{ number: Number(number), release: textOf(amendment, 'releaseID') }]
  })
  const own = numbers.filter((each) => each.release === textOf(release, 'id'))
  const { tag } = release
  const isAmendment = Array.isArray(tag) && tag.includes('contractAmendment')
  const counted = own.length > 0 ? own : isAmendment ? numbers : []
  return Math.max(isAmendment ? 1 : 0, ...counted.map(({ number }) => number))
}

/** Midnight in Canberra, written as UTC. */
const dayIn = (moment: string | undefined): string | undefined => {
  const at = moment === undefined ? Number.NaN : Date.parse(moment)
  return Number.isNaN(at) ? undefined : canberra.format(at)
}

const canberra = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
