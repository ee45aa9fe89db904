import type { FilterContext } from '../../contract/search/filter.ts'
import { tokenize } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import {
  companyDoc,
  employerOf,
  personDoc,
  type MapPoint,
} from '../../contract/search/search-doc.ts'
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
  /** By the number of an employer's facets, like the latitudes and longitudes of head offices. */
  let countries: (string | undefined)[] = []
  let headOffices = growableList()
  const tokenise = memoise(tokenize)
  const unreadable: string[] = []
  const employerAt = (shared: number) => ({
    facets: {},
    country: countries[shared],
    headOffice: headOfficeAt(headOffices.all(), shared),
  })
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
          headOffices.push(employer.headOffice ? toMicro(employer.headOffice.lat) : unknown)
          headOffices.push(employer.headOffice ? toMicro(employer.headOffice.lng) : unknown)
        })
    },
    people: (json) => {
      for (const record of json)
        attempt(unreadable, () => {
          const person = personFrom(record)
          const shared = employers.get(person.company_id)
          const employer = shared === undefined ? undefined : employerAt(shared)
          people.add(prepareDoc(personDoc(person, employer, context), tokenise), shared)
        })
    },
    finish: () => {
      const fresh: Fresh = {}
      employers = new Map()
      countries = []
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

const headOfficeAt = (points: Uint32Array, employer: number): MapPoint | undefined => {
  const lat = points[employer * 2] ?? unknown
  if (lat === unknown) return undefined
  return { lat: fromMicro(lat), lng: fromMicro(points[employer * 2 + 1] ?? unknown) }
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
