import type { Upload, UploadField, UploadRow } from '../../../../contract/money/uploads.ts'

/** The cells of a row that matching used, with headings, in file order; without empty cells. */
export const lookedUpBy = (
  { columns }: Upload,
  { cells }: UploadRow,
): readonly { header: string; value: string; field: UploadField }[] =>
  (columns ?? []).flatMap(({ header, field }, index) => {
    const value = cells[index]?.trim() ?? ''
    return field === null || value === '' ? [] : [{ header, value, field }]
  })

const naming: readonly UploadField[] = [
  'full_name',
  'name',
  'other_name',
  'first_name',
  'email',
  'website',
]

export const nameOfRow = (upload: Upload, row: UploadRow): string => {
  const cells = lookedUpBy(upload, row)
  const of = (field: UploadField): string => cells.find((cell) => cell.field === field)?.value ?? ''
  const both = `${of('first_name')} ${of('last_name')}`.trim()
  if (of('full_name') === '' && both !== '') return both
  for (const field of naming) if (of(field) !== '') return of(field)
  return cells[0]?.value ?? row.cells.find((cell) => cell.trim() !== '') ?? `Row ${row.row}`
}

export const restOfRow = (upload: Upload, row: UploadRow): string => {
  const name = nameOfRow(upload, row)
  return lookedUpBy(upload, row)
    .filter(({ value, field }) => value !== name && field !== 'first_name' && field !== 'last_name')
    .map(({ value }) => value)
    .join(' · ')
}
