import type { PreviewColumn, Upload, UploadField } from '../../../contract/money/uploads.ts'
import { companyFields, peopleFields, uploadLimits } from '../../../contract/money/upload-file.ts'
import type { Category } from '../../../contract/records/records.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatCount } from '../../lib/format.ts'

/** '1,000 rows'. */
export const formatRows = (count: number): string => formatCount(count, 'row', 'rows')

/** A file's name as one calls what comes of it: 'leads' of leads.csv. */
export const withoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '').slice(0, 80)

/** What a file may be, said where one is chosen (product R5). */
export const limitsInWords = `CSV, TSV or XLSX, up to ${formatBytes(uploadLimits.bytes)} and ${formatRows(uploadLimits.rows)}.`

/** Why a file cannot be uploaded, said before a byte of it is sent; null where it can. */
export const whyNotThisFile = ({ name, size }: Pick<File, 'name' | 'size'>): string | null => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (ending === 'xls')
    return `${name} is in an old Excel format. Save it as .xlsx or .csv and try again.`
  if (!['csv', 'tsv', 'txt', 'xlsx'].includes(ending))
    return `${name} is not a CSV, TSV or XLSX file. Save it as one of these and try again.`
  if (size === 0) return `${name} is empty.`
  if (size > uploadLimits.bytes)
    return `${name} is ${formatBytes(size)}. Files can be up to ${formatBytes(uploadLimits.bytes)}, so split it and upload each part.`
  return null
}

/** What the server says against something, in words; where nobody answered, what is safe. */
export const refusalOf = (error: Error): string => {
  if (error instanceof Unreachable)
    return 'We couldn’t reach Fieldbook. Nothing changed. Try again.'
  if (!(error instanceof ApiProblem)) return 'Something went wrong. Nothing changed.'
  const { code, detail, errors, retryAfter } = error
  if (code === 'rate-limited')
    return `Too many requests. Try again in ${formatCount(retryAfter ?? 60, 'second', 'seconds')}.`
  if (code === 'feature-disabled') return `${error.message}. ${detail}`
  const first = errors[0]?.detail ?? detail
  return first === '' ? `${error.message}. Nothing changed.` : first
}

const formats = { csv: 'CSV', xlsx: 'XLSX' } as const

/** 'XLSX, sheet “Leads”', 'CSV': what kind of file was found. */
export const formatInWords = ({
  format,
  sheet,
  delimiter,
}: {
  format: 'csv' | 'xlsx'
  sheet: string | null
  delimiter: string | null
}): string => {
  if (format === 'xlsx') return sheet === null ? formats.xlsx : `${formats.xlsx}, sheet “${sheet}”`
  return delimiter === '\t' ? 'TSV' : formats.csv
}

const delimiters: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

/** What separates values: 'comma'. */
export const delimiterInWords = (delimiter: string): string =>
  delimiters[delimiter] ?? `“${delimiter}”`

const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows Latin',
} as const

export const encodingInWords = (encoding: keyof typeof encodings): string => encodings[encoding]

/** Why a column is taken for a field. */
export const becauseInWords: Record<NonNullable<PreviewColumn['because']>, string> = {
  remembered: 'Remembered from last time',
  heading: 'Matched by heading',
  values: 'Matched by content',
}

/** What a column can mean, in the order it is offered. */
export const fieldsOf = (category: Category): readonly { field: UploadField; label: string }[] =>
  Object.entries(category === 'company' ? companyFields : peopleFields).map(([field, label]) => ({
    // The keys of both are fields: `UploadField` lists them.
    field: field as UploadField,
    label,
  }))

/** What a file's state is called in the list of files. */
export const stateInWords = ({ state, held, size }: Pick<Upload, 'state' | 'held' | 'size'>) => {
  if (state === 'UPLOADED' && held < size) return 'Upload not finished'
  return states[state]
}

const states: Record<Upload['state'], string> = {
  UPLOADED: 'Uploaded',
  MAPPED: 'Columns mapped',
  MATCHING: 'Matching',
  MATCHED: 'Matched',
  ENRICHING: 'Enriching',
  DONE: 'Done',
  FAILED: 'Failed',
}
