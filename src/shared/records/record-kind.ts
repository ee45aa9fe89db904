import type { CompanyView, PersonView, RecordView } from '../../../contract/records/records.ts'
import { ageOf } from './age.ts'

export const isPerson = (record: RecordView): record is PersonView => 'company_id' in record

export const companiesAmong = (records: readonly RecordView[]): CompanyView[] =>
  records.filter((record): record is CompanyView => !isPerson(record))

export const peopleAmong = (records: readonly RecordView[]): PersonView[] =>
  records.filter(isPerson)

export const companyIdOf = (record: RecordView): string =>
  isPerson(record) ? record.company_id : record.id

export const isStale = ({ quality }: RecordView, now: number): boolean =>
  ageOf(quality.verified_at, now) === 'stale'
