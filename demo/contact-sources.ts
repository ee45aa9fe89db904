import type { Company, Person } from '../contract/records/records.ts'
import type { Calendar } from './calendar.ts'
import type { sources } from './companies.ts'
import { randomOf } from './random.ts'

type Source = (typeof sources)[number]

/** No register holds contact details. */
const sourcesOf: Readonly<Record<string, readonly Source[]>> = {
  website: ['Company website', 'Directory'],
  phones: ['Company website', 'Directory'],
  mobiles: ['Directory', 'Company website'],
  emails: ['Company website', 'Directory'],
  social: ['Company website', 'Directory'],
  work_email: ['Employer page', 'Directory', 'Company website'],
  personal_email: ['Survey', 'Directory'],
  mobile: ['Directory', 'Survey', 'Employer page'],
  direct_phone: ['Employer page', 'Directory', 'Company website'],
  linkedin_url: ['Employer page', 'Directory', 'Company website'],
}

/** A source for each detail that the record's own source cannot have. Draws by the record's id: the rest of the market stays as it is. */
export const addContactSources = (record: Company | Person, calendar: Calendar): void => {
  const random = randomOf(Number.parseInt(record.id.slice(-8), 16), 7, 0)
  for (const [field, likely] of Object.entries(sourcesOf)) {
    const value: unknown = Reflect.get(record, field)
    const isUnknown =
      value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
    if (isUnknown) continue
    if (likely.some((source) => source === record.provenance['*']?.source)) continue
    record.provenance[field] = {
      source: random.early(likely),
      seen_at: calendar.daysAgo(500 * random.next() ** 1.4),
      confidence: random.between(60, 92) / 100,
    }
  }
}
