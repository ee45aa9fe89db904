import { Refusal } from '../../platform/refusal.ts'
import { delimitedRecords, delimiterOf } from '../delimited.ts'
import type { Head, Importer, Reading, ReadOptions, Row } from '../importer.ts'
import { countJson, isFields, jsonObjects, splitJson, type Fields } from '../json-objects.ts'
import type { Mapping } from '../mapping.ts'
import { personDraftOf } from '../person-draft.ts'
import { namesPeople, personFields, personLayoutOf, type PersonLayout } from '../person-mapping.ts'
import { markupReason, tableHead } from '../sniff.ts'
import { cellsProblem, valuesOf } from './csv.ts'

/** CSV, TSV or NDJSON; columns are recognised by their headings or defined by a mapping file. */
export const peopleCsv: Importer = {
  id: 'people-csv',
  label: 'Any table of people (CSV, TSV or NDJSON)',
  people: true,
  licence: 'Your own file: check that you may use these people’s data.',
  about:
    'People with job, employer and contact details. People who asked to be removed stay out, and listed numbers stay listed.',
  fields: personFields,
  sniff: (head) => {
    const markup = markupReason(head.text)
    if (markup !== undefined && markup !== 'JSON')
      return `The file is ${markup}, not a table of people.`
    const header = headerOf(head.text, delimiterOf(head.text))
    return header.length === 0 ? 'The file holds no table.' : undefined
  },
  open: (head, options) =>
    openPeople(head, options, { source: head.name, seenAt: head.modified, trust: 0.6 }),
}

export const openPeople = (
  { text }: Head,
  { mapping = {} }: ReadOptions,
  about: { source: string; seenAt: string; trust: number },
): Reading => {
  const json = isJson(text)
  const delimiter = mapping.delimiter ?? delimiterOf(text)
  const { header, headings } = headOf(text, delimiter, mapping)
  const layout = personLayoutOf(header, mapping)
  checkNames(header, layout, mapping)
  const table: Table = { header, headings, layout, mapping, delimiter }
  return {
    source: mapping.source ?? about.source,
    seenAt: mapping.seen_at ?? about.seenAt,
    trust: { base: mapping.confidence ?? about.trust },
    official: false,
    columns: header,
    headings,
    ...(json ? { count: (bytes) => countJson(bytes) } : { delimiter }),
    notes:
      layout.unused.length === 0
        ? []
        : [`Columns not used: ${layout.unused.slice(0, 20).join(', ')}.`],
    rows: (bytes) => (json ? jsonRows(bytes, table) : tableRows(bytes, table)),
  }
}

/** Of a table, or the names of all properties in the first objects. */
export const headerOf = (text: string, delimiter: string): string[] => {
  if (!isJson(text)) return tableHead(text, delimiter)[0] ?? []
  const header = new Set<string>()
  for (const object of splitJson().push(text))
    for (const name of flat(object.value).keys()) header.add(name)
  return [...header]
}

/** Some exports have notes before the header. A mapping file names the columns of the first line. */
const headOf = (text: string, delimiter: string, { columns }: Mapping) => {
  if (isJson(text)) return { header: headerOf(text, delimiter), headings: 0 }
  const lines = tableHead(text, delimiter, 10)
  const at =
    columns === undefined ? lines.findIndex((line) => namesPeople(personLayoutOf(line))) : 0
  return { header: lines[Math.max(at, 0)] ?? [], headings: Math.max(at, 0) + 1 }
}

const isJson = (text: string): boolean => /^\s*(?:\{|\[\s*\{)/.test(text)

const checkNames = (
  header: readonly string[],
  { places }: PersonLayout,
  { constants = {} }: Mapping,
): void => {
  const has = (field: keyof PersonLayout['places']): boolean =>
    places[field] !== undefined || constants[field] !== undefined
  const columns = `the columns are ${header.join(', ')}. Name it in a column mapping (--mapping).`
  if (!has('full_name') && !(has('first_name') && has('last_name')))
    throw new Refusal(`No column looks like a person’s name: ${columns}`)
  if (!has('company') && !has('company_domain') && !has('email') && !has('work_email'))
    throw new Refusal(`No column looks like a person’s company: ${columns}`)
}

type Table = {
  header: readonly string[]
  headings: number
  layout: PersonLayout
  mapping: Mapping
  delimiter: string
}

async function* tableRows(
  bytes: AsyncIterable<Uint8Array>,
  table: Table,
): AsyncGenerator<Row, void, undefined> {
  let passed = 0
  for await (const { line, cells } of delimitedRecords(bytes, table.delimiter))
    if (++passed > table.headings) yield rowOf(line, cells, table)
}

async function* jsonRows(
  bytes: AsyncIterable<Uint8Array>,
  table: Table,
): AsyncGenerator<Row, void, undefined> {
  for await (const { line, value } of jsonObjects(bytes)) {
    if (value === undefined) yield { line, cells: [], rejected: 'it is no JSON' }
    else {
      const texts = flat(value)
      const cells = table.header.map((name) => texts.get(name) ?? '')
      yield rowOf(line, cells, table)
    }
  }
}

const rowOf = (line: number, cells: readonly string[], { header, layout, mapping }: Table): Row => {
  const refused = cellsProblem(cells, header.length)
  if (refused !== undefined) return { line, cells, ...refused }
  const draft = personDraftOf(valuesOf(cells, layout, mapping))
  return 'problem' in draft
    ? { line, cells, rejected: draft.problem }
    : { line, cells, person: draft }
}

/** `{"company": {"name": …}}` is a column 'company name'; a list is a cell with semicolons. */
const flat = (value: Fields | undefined, before = ''): Map<string, string> => {
  const texts = new Map<string, string>()
  for (const [key, part] of Object.entries(value ?? {})) {
    const name = `${before}${key}`
    if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean')
      texts.set(name, String(part))
    else if (Array.isArray(part))
      texts.set(name, part.filter((item) => typeof item === 'string').join('; '))
    else if (isFields(part) && before === '')
      for (const [inner, text] of flat(part, `${name} `)) texts.set(inner, text)
  }
  return texts
}
