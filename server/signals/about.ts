import type { Company, Office, Person, PostalAddress } from '../../contract/records/records.ts'
import type { SignalDraft } from './add-signals.ts'

export const aboutOf = ({
  company,
  person,
}: {
  company: Company | null
  person: Person | null
}): Pick<SignalDraft, 'company' | 'person' | 'location'> => {
  const location = person?.location ?? (company === null ? undefined : companyAddress(company))
  return {
    company: company === null ? null : companyRef(company),
    person: person === null ? null : { id: person.id, name: person.name, title: person.position },
    ...(location !== undefined && { location }),
  }
}

export const toAddress = (office: Office): PostalAddress => {
  const { is_hq: _, phone: __, ...address } = office
  return address
}

const companyRef = (company: Company): NonNullable<SignalDraft['company']> => {
  const industry = company.industry?.l2 ?? company.industry?.l1
  return { id: company.id, name: company.name, ...(industry !== undefined && { industry }) }
}

const marketCountries: ReadonlySet<string> = new Set(['AU', 'NZ'])

/** If the head office is abroad, the first office in our markets. */
const companyAddress = ({ hq, locations }: Company): PostalAddress | undefined => {
  if (hq === undefined || marketCountries.has(hq.country)) return hq
  const office = locations.find(({ country }) => marketCountries.has(country))
  return office === undefined ? hq : toAddress(office)
}
