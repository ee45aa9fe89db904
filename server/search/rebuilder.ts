import type { FilterContext } from '../../contract/search/filter.ts'
import { tokenize } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import { companyDoc, employerOf, personDoc } from '../../contract/search/search-doc.ts'
import { attempt, companyFrom, personFrom } from './documents.ts'
import { createEmployers } from './employers.ts'
import type { Memory } from './memory.ts'
import { prepareDoc } from './prepare-doc.ts'
import { segmentOf } from './segment-build.ts'
import { createCollection } from './segment-collect.ts'
import { writeSnapshot, type Snapshot } from './snapshot.ts'

/** In the order of their records' ids. */
export type Fresh = Record<Category, Memory[]>

/** A failure that is not a record's own ends the build: an index must not lack records silently. */
export type Rebuilder = {
  companies(json: readonly string[]): void
  people(json: readonly string[]): void
  /** The errors are of records that are not in the segments. */
  finish(): { fresh: Fresh; unreadable: string[] }
  save(request: { folder: string; snapshot: Snapshot }): void
}

/** Memory while building grows with a segment, not with the market; a segment has at most 4 GB. */
const segmentSize = 1_000_000

export const createRebuilder = (
  lanes: number,
  context: FilterContext,
  size = segmentSize,
): Rebuilder => {
  const fresh: Fresh = { company: [], people: [] }
  let companies = createCollection('company')
  let people = openPeople()
  let employers = createEmployers()
  const unreadable: string[] = []
  const closeCompanies = (): void => {
    if (companies.docs > 0) fresh.company.push(segmentOf(companies, lanes))
    companies = createCollection('company')
  }
  const closePeople = (): void => {
    if (people.collection.docs > 0) fresh.people.push(segmentOf(people.collection, lanes))
    people = openPeople()
  }
  return {
    companies: (json) => {
      for (const record of json) {
        const read = attempt(unreadable, () => {
          const company = companyFrom(record)
          const doc = companyDoc(company, context)
          return { doc: prepareDoc(doc), employer: employerOf(company, doc) }
        })
        if (!read) continue
        companies.add(read.doc)
        employers.add(read.doc.id, read.employer)
      }
      if (companies.docs >= size) closeCompanies()
    },
    people: (json) => {
      const { collection, shares, tokenise } = people
      const shareOf = (number: number): number => {
        const share = shares.get(number) ?? collection.share(employers.facets(number))
        shares.set(number, share)
        return share
      }
      for (const record of json) {
        const read = attempt(unreadable, () => {
          const person = personFrom(record)
          const found = employers.of(person.company_id)
          return { doc: prepareDoc(personDoc(person, found?.employer, context), tokenise), found }
        })
        if (read) collection.add(read.doc, read.found && shareOf(read.found.number))
      }
      if (collection.docs >= size) closePeople()
    },
    finish: () => {
      employers = createEmployers()
      closeCompanies()
      closePeople()
      return { fresh, unreadable }
    },
    save: ({ folder, snapshot }) => {
      writeSnapshot(folder, snapshot)
    },
  }
}

/** `shares` are the collection's numbers of employers' facets. */
const openPeople = () => ({
  collection: createCollection('people'),
  shares: new Map<number, number>(),
  tokenise: memoise(tokenize),
})

/** Positions and employers repeat, and so do their tokens. */
const memoise = (turn: (text: string) => string[]): ((text: string) => string[]) => {
  const known = new Map<string, string[]>()
  return (text) => {
    const tokens = known.get(text) ?? turn(text)
    known.set(text, tokens)
    return tokens
  }
}
