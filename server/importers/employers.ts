import { uuidv7 } from 'uuidv7'
import type { Kysely } from 'kysely'
import type { Company } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { MatchKeys } from '../entity-matching/candidates.ts'
import { matchCompany } from '../entity-matching/ladder.ts'
import { companiesByIds, findCandidates } from '../records/store.ts'
import { blankMemory, keysOf, lookups, type Memory } from './batch.ts'
import { newCompany, type Attribution } from './merge.ts'
import type { PersonDraft } from './person-draft.ts'
import { omitUndefined } from './text.ts'

export type Employer = { company: Company } | { doubt: string }

/**
 * Of each person, by the ladder of companies; unknown employers are added. Known companies stay as they are: a table of people
 * says little about them.
 */
export const findEmployers = async (
  db: Kysely<Tables>,
  people: readonly PersonDraft[],
  { attribution, memory }: { attribution: Attribution; memory: Memory | undefined },
): Promise<{ employers: Employer[]; added: Company[] }> => {
  const wanted = people.map((person) => wantedOf(person, attribution.source))
  const { index, companies } = memory ?? blankMemory()
  for (const found of await findCandidates(db, lookups(wanted)))
    if (!index.get(found.id)) index.add(found)
  const added: Company[] = []
  const known = new Map<string, { id: string } | { doubt: string }>()
  const found = people.map((person, at) => {
    const keys = wanted[at]
    if (keys === undefined) return { doubt: 'it names no company' }
    const text = JSON.stringify([keys, person.unnamed])
    const before = known.get(text)
    if (before !== undefined) return before
    const verdict = matchCompany(keys, index)
    const result =
      verdict.kind === 'match'
        ? { id: verdict.id }
        : verdict.kind === 'review'
          ? { doubt: `needs review: of its company, ${verdict.reason}` }
          : add(person, keys)
    known.set(text, result)
    return result
  })
  const missing = found.flatMap((each) => ('id' in each && !companies.has(each.id) ? each.id : []))
  for (const company of await companiesByIds(db, [...new Set(missing)]))
    companies.set(company.id, company)
  return {
    added,
    employers: found.map((each) => {
      if ('doubt' in each) return each
      const company = companies.get(each.id)
      return company ? { company } : { doubt: 'its company was removed meanwhile' }
    }),
  }

  function add({ employer, unnamed }: PersonDraft, keys: MatchKeys) {
    if (unnamed)
      return {
        doubt: `it names no company, and none is known at ${employer.domain ?? employer.name}`,
      }
    const company = newCompany(uuidv7(), employer, attribution)
    index.add({ ...keys, id: company.id })
    companies.set(company.id, company)
    added.push(company)
    return { id: company.id }
  }
}

/** A name that is only the domain matches no company. */
const wantedOf = ({ employer, location, unnamed }: PersonDraft, source: string): MatchKeys => {
  const keys = { ...keysOf(employer, source), ...omitUndefined({ peopleIn: location?.country }) }
  return unnamed ? { ...keys, name_key: '' } : keys
}
