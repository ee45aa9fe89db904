import type { Candidate, CandidateIndex } from '../entity-matching/candidates.ts'
import type { WantedCompany } from './company-row.ts'
import type { Lookups, PersonCandidate } from './lookups.ts'
import type { WantedPerson } from './person-row.ts'

/** A company that a row may mean, and by what; `like` is a similar name. */
export type Employer = { company: Candidate; by: 'domain' | 'number' | 'name' | 'like' }

const maxEmployers = 20
const numbers = ['abn', 'acn', 'nzbn', 'lei'] as const

/** The companies that a row names, by their best proof first. */
export const employersOf = (wanted: WantedCompany | null, index: CandidateIndex): Employer[] => {
  if (wanted === null) return []
  const found = new Map<string, Employer>()
  const note = (by: Employer['by'], candidates: readonly Candidate[]): void => {
    for (const company of candidates)
      if (!found.has(company.id)) found.set(company.id, { company, by })
  }
  for (const kind of numbers) note('number', index.find(kind, wanted[kind]))
  note('domain', index.find('domain_key', wanted.domain_key))
  note('name', wanted.name_key === '' ? [] : index.find('name_key', wanted.name_key))
  return [...found.values()].slice(0, maxEmployers)
}

export const keyOf = (companyId: string, name: string): string => `${companyId} ${name}`

/** Who of these names works for the employers of their row, by `keyOf`. */
export const peopleNamed = async (
  lookups: Lookups,
  rows: readonly (WantedPerson | null)[],
  employers: readonly (readonly Employer[])[],
): Promise<Map<string, PersonCandidate[]>> => {
  const pairs = new Map<string, [string, string]>()
  rows.forEach((row, at) => {
    for (const { company } of employers[at] ?? [])
      for (const name of row?.names ?? []) pairs.set(keyOf(company.id, name), [company.id, name])
  })
  const found = await lookups.peopleNamed(
    [...pairs.values()].map(([id]) => id),
    [...pairs.values()].map(([, name]) => name),
  )
  const named = new Map<string, PersonCandidate[]>()
  for (const person of found) {
    const key = keyOf(person.companyId, person.nameKey)
    named.set(key, [...(named.get(key) ?? []), person])
  }
  return named
}
