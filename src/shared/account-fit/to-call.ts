import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import type { PersonView } from '../../../contract/records/records.ts'

/** `as`: the persona that they match. */
export type ToCall = { person: PersonView; as: string | null }

export const maxPersonas = 3
export const maxPeople = 3

/** The people to call among those of a company, by rank: those who match a persona, or all where none does; three at most. */
export const toCallAmong = (
  people: readonly PersonView[],
  personas: AccountIntelligence['personas'],
): readonly ToCall[] => {
  const found = people.filter(isThere).map((person): ToCall => {
    const persona = personas.find(
      ({ seniorities, departments }) =>
        isAmong(person.seniority, seniorities) && isAmong(person.department, departments),
    )
    return { person, as: persona?.name ?? null }
  })
  const matching = found.filter(({ as }) => as !== null)
  return (matching.length > 0 ? matching : found).slice(0, maxPeople)
}

export const isThere = ({ left }: PersonView): boolean => left === undefined

const isAmong = (value: string | undefined, values: readonly string[]): boolean =>
  values.length === 0 || (value !== undefined && values.includes(value))
