import type { Company, Person } from './records.ts'

/** The fields whose value says since when it is true. */
export const datedFields = ['role_start', 'job_posts', 'funding', 'technographics'] as const

/** The day since which a field has its value: no earlier source can know it. Empty where unknown. */
export const beginOf = (record: Company | Person, field: string): string => {
  if ('position' in record) return field === 'role_start' ? (record.role_start ?? '') : ''
  const { job_posts: jobs, funding, technographics } = record
  if (field === 'job_posts') return jobs?.newest_at ?? ''
  if (field === 'funding') return funding?.last_date ?? ''
  if (field !== 'technographics') return ''
  return technographics.reduce((last, { first_seen: day = '' }) => (day > last ? day : last), '')
}
