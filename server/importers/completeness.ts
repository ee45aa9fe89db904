import type { Company, Person } from '../../contract/records/records.ts'

export const completeness = (company: Company): number => {
  const known = [
    company.legal_name,
    company.status === 'unknown' ? undefined : company.status,
    company.type,
    company.abn ?? company.nzbn ?? company.acn ?? company.lei ?? company.ticker,
    company.domain,
    company.description,
    company.industry,
    company.company_size ?? company.global_company_size,
    company.revenue,
    company.founded,
    company.hq,
    company.hq?.postcode ?? company.hq?.suburb ?? company.hq?.city,
    company.phones[0],
    company.emails[0],
    company.social['LinkedIn'],
    company.technographics[0],
    company.keywords[0] ?? company.services[0] ?? company.products[0],
  ]
  return percentKnown(known)
}

export const personCompleteness = (person: Person): number =>
  percentKnown([
    person.seniority,
    person.department,
    person.location,
    person.role_start,
    person.work_email,
    person.mobile,
    person.linkedin_url,
    person.skills[0],
  ])

const percentKnown = (values: readonly unknown[]): number =>
  Math.round((values.filter((value) => value !== undefined).length / values.length) * 100)
