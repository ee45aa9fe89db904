import type { FilterContext } from '../../contract/search/filter.ts'
import { tokenize } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import { companyDoc, employerOf, personDoc } from '../../contract/search/search-doc.ts'
import { attempt, companyFrom, personFrom } from './documents.ts'
import type { Memory } from './memory.ts'
import { prepareDoc } from './prepare-doc.ts'
import { segmentOf } from './segment-build.ts'
import { createCollection } from './segment-collect.ts'
import { writeSnapshot, type Snapshot } from './snapshot.ts'

export type Fresh = Partial<Record<Category, Memory>>

export type Rebuilder = {
  companies(json: readonly string[]): void
  people(json: readonly string[]): void
  /** The errors are of records that are not in the segments. */
  finish(): { fresh: Fresh; unreadable: string[] }
  save(request: { folder: string; snapshot: Snapshot }): void
}

export const createRebuilder = (lanes: number, context: FilterContext): Rebuilder => {
  let companies = createCollection('company')
  let people = createCollection('people')
  let employers = new Map<string, number>()
  /** By the number of an employer's facets. */
  let countries: (string | undefined)[] = []
  const tokenise = memoise(tokenize)
  const unreadable: string[] = []
  return {
    companies: (json) => {
      for (const record of json)
        attempt(unreadable, () => {
          const company = companyFrom(record)
          const doc = companyDoc(company, context)
          companies.add(prepareDoc(doc))
          const employer = employerOf(company, doc)
          const shared = people.share(employer.facets)
          employers.set(doc.id, shared)
          countries[shared] = employer.country
        })
    },
    people: (json) => {
      for (const record of json)
        attempt(unreadable, () => {
          const person = personFrom(record)
          const shared = employers.get(person.company_id)
          const country = shared === undefined ? undefined : countries[shared]
          const doc = personDoc(person, { facets: {}, country }, context)
          people.add(prepareDoc(doc, tokenise), shared)
        })
    },
    finish: () => {
      const fresh: Fresh = {}
      employers = new Map()
      countries = []
      if (companies.docs > 0) fresh.company = segmentOf(companies, lanes)
      companies = createCollection('company')
      if (people.docs > 0) fresh.people = segmentOf(people, lanes)
      people = createCollection('people')
      return { fresh, unreadable }
    },
    save: ({ folder, snapshot }) => {
      writeSnapshot(folder, snapshot)
    },
  }
}

/** Positions and employers repeat, and so do their tokens. */
const memoise = (turn: (text: string) => string[]): ((text: string) => string[]) => {
  const known = new Map<string, string[]>()
  return (text) => {
    const tokens = known.get(text) ?? turn(text)
    known.set(text, tokens)
    return tokens
  }
}
