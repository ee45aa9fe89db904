import { auditActs, type AuditDetails, type AuditEntry } from '../../../contract/org/audit.ts'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'

export const auditCsv = (entries: readonly AuditEntry[]): string =>
  [byteOrderMark, csvLine(headers), ...entries.map((entry) => csvLine(cellsOf(entry)))].join('')

const headers = [
  'No.',
  'When (UTC)',
  'Who',
  'User id',
  'What',
  'Subject',
  'Details',
  'Request id',
  'Address',
  'Seal',
]

const cellsOf = (entry: AuditEntry) => [
  entry.seq,
  entry.at,
  entry.userName,
  entry.userId,
  auditActs[entry.act],
  entry.subject,
  detailsText(entry.details),
  entry.requestId,
  entry.ip,
  entry.hash,
]

const detailsText = (details: AuditDetails): string =>
  Object.entries(details)
    .map(([key, value]) => `${key}: ${value === null ? 'none' : String(value)}`)
    .join('; ')
