import type { FilterContext } from '../../../contract/filters.ts'
import { wordsOf } from '../../../contract/match.ts'
import type { Category } from '../../../contract/records.ts'
import { companyDoc, personDoc } from '../../../contract/search-doc.ts'
import { companyFrom, personFrom } from './documents.ts'
import type { Memory } from './memory.ts'
import { prepared } from './prepared.ts'
import { segmentOf } from './segment-build.ts'
import { createCollection } from './segment-collect.ts'
import { writeSnapshot, type Snapshot } from './snapshot.ts'

export type Fresh = Partial<Record<Category, Memory>>

/** Builds the whole index from the records in JSON: all companies first, then the people. */
export type Rebuilder = {
  companies(json: readonly string[]): void
  people(json: readonly string[]): void
  finish(): Fresh
  save(request: { folder: string; snapshot: Snapshot }): void
}

export const createRebuilder = (lanes: number, context: FilterContext): Rebuilder => {
  let companies = createCollection('company')
  let people = createCollection('people')
  // What an employer's people have from it, once for all of them.
  let employers = new Map<string, number>()
  const words = remembered(wordsOf)
  return {
    companies: (json) => {
      for (const company of json.map(companyFrom)) {
        const doc = companyDoc(company, context)
        employers.set(company.id, people.share(doc.facets))
        companies.add(prepared(doc))
      }
    },
    people: (json) => {
      for (const person of json.map(personFrom)) {
        const doc = personDoc(person, undefined, context)
        people.add(prepared(doc, words), employers.get(person.company_id))
      }
    },
    finish: () => {
      const fresh: Fresh = {}
      employers = new Map()
      if (companies.docs > 0) fresh.company = segmentOf(companies, lanes)
      companies = createCollection('company')
      if (people.docs > 0) fresh.people = segmentOf(people, lanes)
      people = createCollection('people')
      return fresh
    },
    save: ({ folder, snapshot }) => {
      writeSnapshot(folder, snapshot)
    },
  }
}

/** Positions and employers come again and again; so do their words. */
const remembered = (turn: (text: string) => string[]): ((text: string) => string[]) => {
  const known = new Map<string, string[]>()
  return (text) => {
    const words = known.get(text) ?? turn(text)
    known.set(text, words)
    return words
  }
}
