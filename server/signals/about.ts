import type { Company, Office, Person, Place } from '../../contract/records/records.ts'
import type { SignalDraft } from './adding.ts'

/** Whom a signal is about as it names them, and where they sit; the same whoever tells it. */
export const aboutOf = ({
  company,
  person,
}: {
  company: Company | null
  person: Person | null
}): Pick<SignalDraft, 'company' | 'person' | 'location'> => {
  const location = person?.location ?? (company === null ? undefined : placeOf(company))
  return {
    company: company === null ? null : companyRef(company),
    person: person === null ? null : { id: person.id, name: person.name, title: person.position },
    ...(location !== undefined && { location }),
  }
}

/** An office as a place. */
export const plainPlace = (office: Office): Place => {
  const { is_hq: _, phone: __, ...place } = office
  return place
}

const companyRef = (company: Company): NonNullable<SignalDraft['company']> => {
  const industry = company.industry?.l2 ?? company.industry?.l1
  return { id: company.id, name: company.name, ...(industry !== undefined && { industry }) }
}

const here: ReadonlySet<string> = new Set(['AU', 'NZ'])

/** Where a company sits: its head office, or, where that is abroad, its first office in our markets. */
const placeOf = ({ hq, locations }: Company): Place | undefined => {
  if (hq === undefined || here.has(hq.country)) return hq
  const office = locations.find(({ country }) => here.has(country))
  return office === undefined ? hq : plainPlace(office)
}
