import type { CompanyView, PersonView, RecordView } from '../../../contract/records/records.ts'
import { dayMs } from '../../../contract/core/days.ts'

export const isPerson = (record: RecordView): record is PersonView => 'company_id' in record

export const companiesAmong = (records: readonly RecordView[]): CompanyView[] =>
  records.filter((record): record is CompanyView => !isPerson(record))

export const peopleAmong = (records: readonly RecordView[]): PersonView[] =>
  records.filter(isPerson)

export const companyIdOf = (record: RecordView): string =>
  isPerson(record) ? record.company_id : record.id

/** Days after which a record counts as old (R1 of the product decisions). */
export const staleDays = 180

export const isStale = (record: RecordView, now: number): boolean => {
  const day = record.quality.verified_at
  return day === undefined || now - Date.parse(`${day}T00:00:00Z`) > staleDays * dayMs
}
