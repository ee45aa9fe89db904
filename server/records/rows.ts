import type { Insertable } from 'kysely'
import type { Company, Person } from '../../contract/records/records.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import type { CompanyRow, Contact, PersonRow } from '../platform/db/tables.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey, nameKey } from '../entity-matching/name-keys.ts'

export const companyColumns = [
  'id',
  'seq',
  'name',
  'name_key',
  'domain_key',
  'abn',
  'acn',
  'nzbn',
  'lei',
  'linkedin',
  'ticker',
  'state',
  'postcode',
  'doc',
] as const satisfies readonly (keyof CompanyRow)[]

export const personColumns = [
  'id',
  'seq',
  'company_id',
  'name_key',
  'linkedin',
  'doc',
  'contact',
] as const satisfies readonly (keyof PersonRow)[]

/** Absent fields have no key in `doc`. */
export const companyRow = (company: Company, seq: number | string) =>
  ({
    id: company.id,
    seq,
    ...companyKeys(company),
    state: company.hq?.state ?? null,
    postcode: company.hq?.postcode ?? null,
    doc: JSON.stringify(company),
  }) satisfies Insertable<CompanyRow>

type Keyed = Pick<
  Partial<Company>,
  'domain' | 'abn' | 'acn' | 'nzbn' | 'lei' | 'social' | 'ticker'
> & { name: string }

/** What two records of one company have in common, wherever it is. */
export const companyKeys = (company: Keyed) => ({
  name: company.name,
  name_key: nameKey(company.name),
  domain_key: company.domain === undefined ? null : domainKey(company.domain),
  abn: company.abn ?? null,
  acn: company.acn ?? null,
  nzbn: company.nzbn ?? null,
  lei: company.lei ?? null,
  linkedin: linkedinKey(company.social?.['LinkedIn']),
  ticker: company.ticker ?? null,
})

/** Paid details are only in `contact`. */
export const personRow = (person: Person, contact: Contact, seq: number | string) =>
  ({
    id: person.id,
    seq,
    company_id: person.company_id,
    name_key: foldText(person.name),
    linkedin: linkedinKey(person.linkedin_url),
    doc: JSON.stringify(person),
    contact: JSON.stringify(contact),
  }) satisfies Insertable<PersonRow>

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** PostgreSQL's COPY text format, without the newline; null is \N. */
export const copyLine = (values: readonly (string | number | boolean | null)[]): string => {
  let line = ''
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null
    if (index > 0) line += '\t'
    if (value === null) line += '\\N'
    else if (typeof value === 'string') line += escaped(value)
    else line += String(value)
  }
  return line
}

const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (mark) => escapes[mark] ?? mark) : text
