import type { FilterContext } from '../../contract/search/filter.ts'
import type { Point } from '../../contract/search/distance.ts'
import { tokenize } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import { companyDoc, personDoc } from '../../contract/search/search-doc.ts'
import { growableList } from './growable-list.ts'
import { fromMicro, toMicro } from './map-points.ts'
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
  let headOffices = growableList()
  const tokenise = memoise(tokenize)
  const unreadable: string[] = []
  return {
    companies: (json) => {
      for (const record of json)
        attempt(unreadable, () => {
          const doc = companyDoc(companyFrom(record), context)
          companies.add(prepareDoc(doc))
          employers.set(doc.id, people.share(doc.facets))
          const [headOffice] = doc.points
          headOffices.push(headOffice ? toMicro(headOffice.lat) : unknown)
          headOffices.push(headOffice ? toMicro(headOffice.lng) : unknown)
        })
    },
    people: (json) => {
      for (const record of json)
        attempt(unreadable, () => {
          const person = personFrom(record)
          const doc = prepareDoc(personDoc(person, undefined, context), tokenise)
          const employer = employers.get(person.company_id)
          const points =
            person.location || employer === undefined
              ? doc.points
              : headOfficeAt(headOffices.all(), employer)
          people.add({ ...doc, points }, employer)
        })
    },
    finish: () => {
      const fresh: Fresh = {}
      employers = new Map()
      headOffices = growableList()
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

/** Beyond every latitude. */
const unknown = 2 ** 31

const headOfficeAt = (points: Uint32Array, employer: number): Point[] => {
  const lat = points[employer * 2] ?? unknown
  if (lat === unknown) return []
  return [{ lat: fromMicro(lat), lng: fromMicro(points[employer * 2 + 1] ?? unknown) }]
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
