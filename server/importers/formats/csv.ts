import { Refusal } from '../../platform/refusal.ts'
import { delimitedRecords, delimiterOf, maxCell } from '../delimited.ts'
import { draftOf } from '../draft.ts'
import type { Head, Importer, Reading, ReadOptions, Row } from '../importer.ts'
import { companyFields, layoutOf, type Layout, type Mapping } from '../mapping.ts'
import { namesPeople, personLayoutOf } from '../person-mapping.ts'
import { normaliseText, stripFormulaGuard } from '../text.ts'
import { markupReason, tableHead } from '../sniff.ts'

/** Columns are recognised by their headings or defined by a mapping file. */
export const csv: Importer = {
  id: 'csv',
  label: 'Any CSV or TSV table of companies',
  licence: 'Your own file: check the terms of its source.',
  about: 'Companies, in columns that are recognised by their headings or named by a mapping file.',
  fields: companyFields,
  sniff: (head) => {
    const markup = markupReason(head.text)
    if (markup !== undefined) return `The file is ${markup}, not a CSV table.`
    const [header = []] = tableHead(head.text, delimiterOf(head.text))
    return header.length === 0 ? 'The file holds no table.' : undefined
  },
  open: (head, options) => openTable(head, options, { source: head.name, seenAt: head.modified }),
}

export const openTable = (
  head: Head,
  { mapping = {} }: ReadOptions,
  about: { source: string; seenAt: string },
): Reading => {
  const delimiter = mapping.delimiter ?? delimiterOf(head.text)
  const [header = []] = tableHead(head.text, delimiter)
  if (mapping.columns === undefined && namesPeople(personLayoutOf(header)))
    throw new Refusal(
      `This is a table of people: the columns are ${header.join(', ')}. Choose the format for people (--format people-csv), or name them in a column mapping (--mapping).`,
    )
  const layout = layoutOf(header, mapping)
  if (layout.places.name === undefined && mapping.constants?.['name'] === undefined)
    throw new Refusal(
      `No column looks like the company's name: the columns are ${header.join(', ')}. Name it in a column mapping (--mapping).`,
    )
  return {
    source: mapping.source ?? about.source,
    seenAt: mapping.seen_at ?? about.seenAt,
    trust: { base: mapping.confidence ?? 0.6 },
    official: false,
    columns: header,
    headings: 1,
    delimiter,
    notes:
      layout.unused.length === 0
        ? []
        : [`Columns not used: ${layout.unused.slice(0, 20).join(', ')}.`],
    rows: (bytes) => tableRows(bytes, { delimiter, header, layout, mapping }),
  }
}

type Table = { delimiter: string; header: readonly string[]; layout: Layout; mapping: Mapping }

async function* tableRows(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, header, layout, mapping }: Table,
): AsyncGenerator<Row, void, undefined> {
  let first = true
  for await (const { line, cells } of delimitedRecords(bytes, delimiter)) {
    if (first) {
      first = false
      continue
    }
    const refused = cellsProblem(cells, header.length)
    if (refused !== undefined) yield { line, cells, ...refused }
    else {
      const draft = draftOf(valuesOf(cells, layout, mapping))
      yield 'problem' in draft
        ? { line, cells, rejected: draft.problem }
        : { line, cells, company: draft }
    }
  }
}

export const cellsProblem = (
  cells: readonly string[],
  width: number,
): { rejected: string } | { skipped: string } | undefined => {
  if (cells.every((cell) => cell.trim() === '')) return { skipped: 'blank row' }
  const extra = cells.slice(width).some((cell) => cell.trim() !== '')
  if (cells.length < width || extra)
    return { rejected: `it has ${cells.length} cells where the heading has ${width}` }
  return cells.some((cell) => cell.length > maxCell)
    ? { rejected: `a cell is longer than ${maxCell} characters` }
    : undefined
}

const nothing = /^(?:-|–|n\/?a|null|none|unknown|#n\/a|undefined|nan|not available)$/i

/** A constant fills a field without a column. */
export const valuesOf =
  <Name extends string>(
    cells: readonly string[],
    { places }: Layout<Name>,
    mapping: Mapping,
  ): ((field: Name) => readonly string[]) =>
  (field) => {
    const found: string[] = []
    for (const column of places[field] ?? []) {
      const cell = cells[column] ?? ''
      const text =
        field === 'keywords' || field === 'products'
          ? stripFormulaGuard(cell).trim()
          : normaliseText(stripFormulaGuard(cell))
      if (text !== '' && !nothing.test(text)) found.push(text)
    }
    const constant = mapping.constants?.[field]
    return found.length === 0 && constant !== undefined ? [constant] : found
  }
