import { isAbn, isAcn } from '../../entity-matching/checksums.ts'
import { dayOfText } from '../dates.ts'
import { draftProblem } from '../draft-limits.ts'
import type { Draft, Importer, Reading, Row } from '../importer.ts'
import { countLines, textLines } from '../lines.ts'
import { readableName } from '../readable-name.ts'
import { normaliseText, omitUndefined } from '../text.ts'

const needed = ['company name', 'acn', 'type', 'status', 'current name']

/**
 * A row for each name that a company has or had, so several per ACN. A former name's row has the current name in a column of its
 * own, which makes every row complete, in any order. Quotation marks are text.
 */
export const asic: Importer = {
  id: 'asic',
  label: 'ASIC company dataset (tab-separated)',
  licence: 'Creative Commons Attribution 3.0 Australia, data.gov.au',
  about:
    'Companies with ACN, ABN, type, status, former names and date of registration. The next edition reports what has changed.',
  sniff: ({ text }) => {
    const header = headerOf(text)
    const missing = needed.find((heading) => !header.includes(heading))
    return missing === undefined
      ? undefined
      : `The file is not ASIC's company dataset: it has no column '${missing}'; it has ${header.slice(0, 20).join(', ')}.`
  },
  open: ({ text, modified }): Reading => {
    const header = headerOf(text)
    const notes: string[] = []
    return {
      source: 'ASIC company register',
      seenAt: modified,
      trust: {
        base: 1,
        // Capital letters only; the class says little about the kind of company.
        fields: { name: 0.9, type: 0.7, trading_names: 0.6, founded: 0.6, hq: 0.5 },
      },
      official: true,
      columns: header,
      headings: 1,
      count: async (bytes) => (await countLines(bytes)) - 1,
      register: true,
      notes,
      rows: (bytes) => rows(bytes, header, notes),
    }
  },
}

const headerOf = (text: string): string[] =>
  (text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, 1)[0] ?? '')
    .split('\t')
    .map((heading) => normaliseText(heading).toLowerCase())

async function* rows(
  bytes: AsyncIterable<Uint8Array>,
  header: readonly string[],
  notes: string[],
): AsyncGenerator<Row, void, undefined> {
  const places = new Map(header.map((heading, at) => [heading, at]))
  const unknown = new Set<string>()
  let first = true
  for await (const { line, text } of textLines(bytes)) {
    if (first) {
      first = false
      continue
    }
    const cells = text.split('\t')
    if (cells.length !== header.length) {
      const rejected = `it has ${cells.length} cells where the heading has ${header.length}`
      yield { line, cells, rejected }
      continue
    }
    const said = (heading: string): string | undefined =>
      normaliseText(cells[places.get(heading) ?? -1] ?? '') || undefined
    for (const [column, known] of [
      ['type', types],
      ['status', statuses],
    ] as const) {
      const code = said(column)
      if (code === undefined || known.has(code) || unknown.has(code)) continue
      unknown.add(code)
      notes.push(
        `Line ${line.toLocaleString('en-AU')} has the ${column} '${code}', which is new; it was left out.`,
      )
    }
    yield { line, cells, ...read(said) }
  }
}

type Said = (heading: string) => string | undefined
type Outcome =
  | { company: Draft; skipReasonIfNew?: string; registered?: string }
  | { rejected: string }
  | { skipped: string }

const read = (said: Said): Outcome => {
  const type = types.get(said('type') ?? '')
  if (type?.skipped !== undefined) return { skipped: type.skipped }
  const number = said('acn') ?? ''
  const acn = /^\d{1,9}$/.test(number) ? number.padStart(9, '0') : number
  if (!isAcn(acn)) return { rejected: `'${number}' is no ACN: its check digits are wrong` }
  const abn = said('abn')?.replaceAll(' ', '')
  const hasAbn = abn !== undefined && !/^0+$/.test(abn)
  if (hasAbn && !isAbn(abn)) return { rejected: `'${abn}' is no ABN: its check digits are wrong` }
  const given = said('company name')
  const current = said('current name')
  const name = current ?? given
  if (name === undefined) return { rejected: 'it has no name' }
  const registered = dayOf(said('date of registration'))
  const status = statuses.get(said('status') ?? '')
  const readable = readableName(name)
  const draft: Draft = {
    name: readable,
    legal_name: readable,
    acn,
    ...(hasAbn && { abn }),
    // The register has no addresses.
    hq: { country: 'AU' },
    ...status,
    ...omitUndefined({
      type: typeOf(type?.type, said('sub class')),
      founded: registered === undefined ? undefined : Number(registered.slice(0, 4)),
      trading_names:
        current === undefined || given === undefined ? undefined : [readableName(given)],
    }),
  }
  const problem = draftProblem(draft)
  if (problem !== undefined) return { rejected: problem }
  return {
    company: draft,
    ...(status?.status === 'deregistered' && { skipReasonIfNew: status.register_status }),
    ...(registered !== undefined && { registered }),
  }
}

/** Some editions have a time behind the day. */
const dayOf = (text: string | undefined): string | undefined => {
  const day = text === undefined ? undefined : dayOfText(text)
  return day === '1900-01-01' ? undefined : day
}

const typeOf = (type: string | undefined, subClass: string | undefined): string | undefined => {
  if (subClass === 'LIST') return 'Public listed'
  return subClass !== undefined && nonProfits.has(subClass) ? 'Charity/NFP' : type
}

const nonProfits = new Set(['PNPC', 'ULSN', 'LISN', 'NLTD'])

const types = new Map<string, { type?: string; skipped?: string }>([
  ['APTY', { type: 'Private' }],
  ['APUB', { type: 'Public unlisted' }],
  ['FNOS', { type: 'Foreign company' }],
  ['RACN', {}],
  ['CCIV', {}],
  ['NONC', {}],
  ['ASSN', { type: 'Charity/NFP' }],
  ['CHAR', { type: 'Charity/NFP' }],
  ['COMP', { type: 'Charity/NFP' }],
  ['REBD', { type: 'Charity/NFP' }],
  ['COOP', { type: 'Co-operative' }],
  ['LTDP', { type: 'Partnership' }],
  ['BUSN', { skipped: 'not a company: business name' }],
  ['MISM', { skipped: 'not a company: managed investment scheme' }],
  ['NRET', { skipped: 'not a company: not registered' }],
  ['RSVD', { skipped: 'not a company: reserved name' }],
  ['RSVN', { skipped: 'not a company: reserved name' }],
  ['SOLS', { skipped: 'not a company: solicitor corporation' }],
  ['TRST', { skipped: 'not a company: trust' }],
])

type Status = { status: 'active' | 'deregistered'; register_status: string }

const active = (text: string): Status => ({ status: 'active', register_status: text })
const ended = (text: string): Status => ({ status: 'deregistered', register_status: text })

const statuses = new Map<string, Status>([
  ['REGD', active('registered')],
  ['EXAD', active('under external administration')],
  ['SOFF', active('being struck off')],
  ['NOAC', active('not active')],
  ['DMNT', active('dormant')],
  ['PEND', active('pending')],
  ['PROV', active('provisionally registered')],
  ['DRGD', ended('deregistered')],
  ['CNCL', ended('cancelled')],
  ['DISS', ended('dissolved')],
  ['DIV3', ended('transferred to another register')],
  ['NRGD', ended('not registered')],
])
