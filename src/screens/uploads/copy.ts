import type { PreviewColumn, Upload, UploadField } from '../../../contract/money/uploads.ts'
import { companyFields, peopleFields, uploadLimits } from '../../../contract/money/upload-file.ts'
import type { Category } from '../../../contract/records/records.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatCount } from '../../lib/format.ts'

export const formatRows = (count: number): string => formatCount(count, 'row', 'rows')

export const withoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '').slice(0, 80)

/** Allowed files, shown where the user chooses one (product R5). */
export const fileLimits = `CSV, TSV or XLSX, up to ${formatBytes(uploadLimits.bytes)} and ${formatRows(uploadLimits.rows)}.`

/** Why a file cannot be uploaded, checked before sending; null if it can. */
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

/** The server's refusal in words; if it was unreachable, what is safe. */
export const refusalOf = (error: Error): string => {
  const { is, title, detail, retryAfter } = describeError(error)
  if (is === 'unreachable') return 'We couldn’t reach Fieldbook. Nothing changed. Try again.'
  if (is === 'unknown') return 'Something went wrong. Nothing changed.'
  if (is === 'rate-limited')
    return `Too many requests. Try again in ${formatCount(retryAfter ?? 60, 'second', 'seconds')}.`
  if (error instanceof ApiProblem && error.code === 'feature-disabled') return `${title}. ${detail}`
  return detail || `${title}. Nothing changed.`
}

const formats = { csv: 'CSV', xlsx: 'XLSX' } as const

/** The detected kind of a file: 'XLSX, sheet “Leads”', 'CSV'. */
export const describeFormat = ({
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

export const describeDelimiter = (delimiter: string): string =>
  delimiters[delimiter] ?? `“${delimiter}”`

const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows Latin',
} as const

export const describeEncoding = (encoding: keyof typeof encodings): string => encodings[encoding]

export const mappingReasons: Record<NonNullable<PreviewColumn['because']>, string> = {
  remembered: 'Remembered from last time',
  heading: 'Matched by heading',
  values: 'Matched by content',
}

export const fieldsOf = (category: Category): readonly { field: UploadField; label: string }[] =>
  Object.entries(category === 'company' ? companyFields : peopleFields).map(([field, label]) => ({
    // Safe cast: `UploadField` includes the keys of both.
    field: field as UploadField,
    label,
  }))

export const describeState = ({
  state,
  receivedBytes: received,
  size,
  counts,
}: Pick<Upload, 'state' | 'receivedBytes' | 'size' | 'counts'>) => {
  if (state === 'UPLOADED' && received < size) return 'Upload not finished'
  if (isToReview({ state, counts })) return 'To review'
  return states[state]
}

/** Whether a matched upload has rows that a member still decides. */
export const isToReview = ({ state, counts }: Pick<Upload, 'state' | 'counts'>): boolean =>
  (state === 'MATCHED' || state === 'DONE') && counts.review > 0

const states: Record<Upload['state'], string> = {
  UPLOADED: 'Uploaded',
  MAPPED: 'Columns mapped',
  MATCHING: 'Matching',
  MATCHED: 'Matched',
  ENRICHING: 'In progress',
  DONE: 'Done',
  FAILED: 'Failed',
}
