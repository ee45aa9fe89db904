import type { FieldDefinition, StoredRecord } from '../core/state.ts'

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

export const hostOf = (value: unknown): string =>
  textOf(value)
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/, '')

/** As Salesforce writes times: to the second. */
export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}.000+0000`

/** A field of a record as a query reads it. */
export const valueOf = (record: StoredRecord, { name, type }: FieldDefinition): unknown => {
  const { values } = record
  if (name === 'Id') return record.id
  if (name === 'IsDeleted') return record.isDeleted
  if (name === 'MasterRecordId') return record.mergedInto
  if (name === 'CreatedDate') return timeOf(record.createdAt)
  if (name === 'LastModifiedDate' || name === 'SystemModstamp') return timeOf(record.updatedAt)
  if (name === 'Name' && record.object !== 'Account')
    return [values['FirstName'], values['LastName']].filter(Boolean).join(' ')
  return values[name] ?? (type === 'boolean' ? false : null)
}
