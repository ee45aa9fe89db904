import { SaxesParser } from 'saxes'
import { Refusal } from '../../platform/refusal.ts'
import { isAbn, isAcn } from '../../entity-matching/checksums.ts'
import { draftProblem } from '../draft-limits.ts'
import type { Draft, Importer, Row } from '../importer.ts'
import { readableName } from '../readable-name.ts'
import { omitUndefined, normaliseText } from '../text.ts'

/** The bulk extract of the Australian Business Register (XML). Individuals are skipped and never stored. */
export const abnBulk: Importer = {
  id: 'abn-bulk',
  label: 'ABN bulk extract of the Australian Business Register (XML)',
  licence: 'Creative Commons Attribution 3.0 Australia, data.gov.au',
  about:
    'Companies with ABN, status, type, state, postcode and GST registration; individuals are never stored.',
  sniff: ({ text }) =>
    /<Transfer[\s>]/.test(text.slice(0, 5000)) && /<ABR[\s>]/.test(text)
      ? undefined
      : 'The file is not an ABN bulk extract: it has no Transfer with ABR records.',
  open: ({ text, modified }) => ({
    source: 'Australian Business Register',
    seenAt: /<ExtractTime>\s*(\d{4}-\d{2}-\d{2})/.exec(text)?.[1] ?? modified,
    trust: {
      base: 1,
      // The type does not separate listed from unlisted, and the register has not updated trading names since 2012.
      fields: { name: 0.85, type: 0.6, trading_names: 0.4, hq: 0.7 },
    },
    official: true,
    columns: ['ABN', 'Entity type', 'Name', 'State', 'Postcode'],
    headings: 0,
    endsWith: '</Transfer>',
    link: ({ abn }) =>
      abn === undefined ? null : `https://abr.business.gov.au/ABN/View?abn=${abn}`,
    notes: [],
    rows,
  }),
}

type Entry = {
  line: number
  abn: string
  status: string
  kind: string
  kindText: string
  person: boolean
  name: string
  others: string[]
  state: string
  postcode: string
  asic: string
  gst: string
}

async function* rows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row, void, undefined> {
  let read: Row[] = []
  const parser = recordParser((entry) => read.push(rowOf(entry)))
  const decoder = new TextDecoder()
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield* read
    read = []
  }
  parser.close()
  yield* read
}

const recordParser = (found: (entry: Entry) => void): SaxesParser => {
  const parser = new SaxesParser()
  let entry: Entry | undefined
  let text = ''
  let type = ''
  parser.on('error', (error) => {
    throw new Refusal(
      `The XML is broken: ${error.message.replace(/^\d+:\d+: /, '')} on line ${parser.line}.`,
    )
  })
  parser.on('opentag', (tag) => {
    text = ''
    if (tag.name === 'ABR') entry = blank(parser.line)
    if (!entry) return
    const status = tag.attributes['status']
    if (tag.name === 'ABN') entry.status = status ?? ''
    if (tag.name === 'GST') entry.gst = status ?? ''
    if (tag.name === 'IndividualName') entry.person = true
    if (tag.name === 'NonIndividualName') type = tag.attributes['type'] ?? ''
  })
  parser.on('text', (part) => {
    if (entry) text += part
  })
  parser.on('closetag', ({ name }) => {
    if (!entry) return
    const said = normaliseText(text)
    text = ''
    if (name === 'ABR') {
      found(entry)
      entry = undefined
    } else if (name === 'NonIndividualNameText') {
      if (type === 'MN' || type === 'LGL') entry.name = said
      else entry.others.push(said)
    } else note(entry, name, said)
  })
  return parser
}

const note = (entry: Entry, tag: string, said: string): void => {
  if (tag === 'ABN') entry.abn = said
  else if (tag === 'EntityTypeInd') entry.kind = said
  else if (tag === 'EntityTypeText') entry.kindText = said
  else if (tag === 'State') entry.state = said
  else if (tag === 'Postcode') entry.postcode = said
  else if (tag === 'ASICNumber') entry.asic = said
}

const blank = (line: number): Entry => ({
  line,
  abn: '',
  status: '',
  kind: '',
  kindText: '',
  person: false,
  name: '',
  others: [],
  state: '',
  postcode: '',
  asic: '',
  gst: '',
})

/** Without trusts, funds and partnerships. */
const kinds = new Map([
  ['PRV', 'Private'],
  ['PUB', 'Public unlisted'],
  ['COP', 'Co-operative'],
  ['OIE', 'Charity/NFP'],
  ['UIE', 'Charity/NFP'],
  ['CGE', 'Government (federal)'],
  ['CGC', 'Government (federal)'],
  ['CGA', 'Government (federal)'],
  ['SGE', 'Government (state)'],
  ['SGC', 'Government (state)'],
  ['SGA', 'Government (state)'],
  ['TGE', 'Government (state)'],
  ['TGA', 'Government (state)'],
  ['LGE', 'Government (local)'],
  ['LGC', 'Government (local)'],
  ['LGA', 'Government (local)'],
])

const rowOf = (entry: Entry): Row => {
  // The reject file may not hold a person's name either.
  if (entry.kind === 'IND' || entry.person)
    return { line: entry.line, cells: [], skipped: 'individual' }
  const cells = [entry.abn, entry.kind, entry.name, entry.state, entry.postcode]
  const type = kinds.get(entry.kind)
  if (type === undefined)
    return { line: entry.line, cells, skipped: `not a company: ${entry.kindText || entry.kind}` }
  if (!isAbn(entry.abn))
    return {
      line: entry.line,
      cells,
      rejected: `'${entry.abn}' is no ABN: its check digits are wrong`,
    }
  if (entry.name === '') return { line: entry.line, cells, rejected: 'it has no name' }
  const name = readableName(entry.name)
  const cancelled = entry.status === 'CAN'
  const draft: Draft = {
    name,
    legal_name: name,
    abn: entry.abn,
    status: cancelled ? 'deregistered' : 'active',
    type,
    hq: {
      country: 'AU',
      ...omitUndefined({
        state: states.has(entry.state) ? entry.state : undefined,
        postcode:
          /^\d{4}$/.test(entry.postcode) && entry.postcode !== '0000' ? entry.postcode : undefined,
      }),
    },
    gst_registered: entry.gst === 'ACT',
    ...(isAcn(entry.asic) && { acn: entry.asic }),
    ...(entry.others.length > 0 && {
      trading_names: [...new Set(entry.others.map((other) => readableName(other)))].slice(0, 20),
    }),
  }
  const problem = draftProblem(draft)
  if (problem !== undefined) return { line: entry.line, cells, rejected: problem }
  return cancelled
    ? { line: entry.line, cells, company: draft, skipReasonIfNew: 'cancelled ABN' }
    : { line: entry.line, cells, company: draft }
}

const states = new Set(['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT'])
