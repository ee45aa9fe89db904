import type { Preview, PreviewColumn, UploadField } from '../../contract/money/uploads.ts'
import type { Category } from '../../contract/records/records.ts'
import { isAbn, isAcn, isNzbn } from '../entity-matching/checksums.ts'
import { compact } from '../importers/text.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { categoryOf, meaningsOf } from './headings.ts'
import { headingsOf, padRow, rowsOf, type ReadFile } from './read-file.ts'

/** By folded heading; null means that the column is ignored. */
export type Remembered = ReadonlyMap<string, UploadField | null>

/** Suggests fields by saved mapping, by heading, or by the values below it. */
export const previewOf = (
  read: ReadFile,
  requested: Category | undefined,
  remembered: (category: Category) => Remembered,
  keyOf: (heading: string) => string,
): Preview => {
  const headings = headingsOf(read, read.headerRow)
  const rows = read.sample.slice(read.headerRow ?? 0).map((cells) => padRow(cells, read.width))
  const category = requested ?? categoryOf(headings, rows)
  const known = remembered(category)
  const columns = headings.map((header, at): PreviewColumn => {
    const values = rows.map((cells) => cells[at] ?? '').filter((cell) => cell.trim() !== '')
    return { header, examples: [...new Set(values)].slice(0, 3), field: null, because: null }
  })
  const usedFields = new Set<UploadField>()
  const give = (at: number, field: UploadField, because: PreviewColumn['because']): void => {
    const column = columns[at]
    if (!column || column.field !== null || usedFields.has(field)) return
    columns[at] = { ...column, field, because }
    usedFields.add(field)
  }
  const silent = new Set<number>()
  headings.forEach((heading, at) => {
    const field = heading === '' ? undefined : known.get(keyOf(heading))
    if (field === null) silent.add(at)
    else if (field !== undefined) give(at, field, 'remembered')
  })
  const meanings = headings
    .flatMap((heading, at) =>
      meaningsOf(category, heading).map(({ field, rank }, choice) => ({ at, field, rank, choice })),
    )
    .toSorted((meaning, next) => meaning.choice - next.choice || meaning.rank - next.rank)
  for (const { at, field } of meanings) if (!silent.has(at)) give(at, field, 'heading')
  columns.forEach((column, at) => {
    if (column.field !== null || silent.has(at)) return
    const field = fieldOfValues(rows.map((cells) => (cells[at] ?? '').trim()).filter(Boolean))
    if (field !== undefined) give(at, field, 'values')
  })
  const { format, encoding, delimiter, sheet, headerRow } = read
  return {
    format,
    encoding,
    delimiter,
    sheet,
    headerRow,
    rows: rowsOf(read, headerRow),
    category,
    columns,
    firstRows: rows.slice(0, 20),
  }
}

const tests: readonly (readonly [UploadField, (cell: string) => boolean])[] = [
  ['email', (cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)],
  ['linkedin', (cell) => linkedinKey(cell) !== null],
  ['abn', (cell) => isAbn(compact(cell))],
  ['acn', (cell) => isAcn(compact(cell))],
  ['nzbn', (cell) => isNzbn(compact(cell))],
  ['website', (cell) => /^(https?:\/\/|www\.)/i.test(cell) && domainKey(cell) !== null],
]

const fieldOfValues = (values: readonly string[]): UploadField | undefined => {
  if (values.length === 0) return undefined
  const enough = Math.max(1, values.length * 0.8)
  return tests.find(([, holds]) => values.filter((cell) => holds(cell)).length >= enough)?.[0]
}
