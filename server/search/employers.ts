import type { Employer, MapPoint } from '../../contract/search/search-doc.ts'
import { createNumbering, growableList } from './growable-list.ts'
import { fromMicro, toMicro } from './map-points.ts'
import type { Prepared } from './prepare-doc.ts'

/** What people take from their companies, in numbers: millions of companies wait for their people. */
export type Employers = {
  add(id: string, employer: Employer): void
  /** Undefined for an unknown company. */
  of(id: string): { number: number; employer: Employer } | undefined
  facets(number: number): Prepared['facets']
}

export const createEmployers = (): Employers => {
  const numbers = new Map<string, number>()
  const ids: string[] = []
  const numbering = createNumbering()
  const values: { identifier: string; value: string }[] = []
  const [codes, ends] = [growableList(), growableList()]
  const countries: (string | undefined)[] = []
  const headOffices = growableList()
  const codeOf = (identifier: string, value: string): number => {
    const code = numbering.of(`${identifier}\n${value}`)
    if (code === values.length) values.push({ identifier, value })
    return code
  }
  return {
    add: (id, { facets, country, headOffice }) => {
      numbers.set(id, ids.length)
      ids.push(id)
      for (const [identifier, list] of Object.entries(facets))
        for (const value of list) codes.push(codeOf(identifier, value === id ? itself : value))
      ends.push(codes.length)
      countries.push(country)
      headOffices.push(headOffice ? toMicro(headOffice.lat) : unknown)
      headOffices.push(headOffice ? toMicro(headOffice.lng) : unknown)
    },
    of: (id) => {
      const number = numbers.get(id)
      if (number === undefined) return undefined
      const headOffice = headOfficeAt(headOffices.all(), number)
      return { number, employer: { facets: {}, country: countries[number], headOffice } }
    },
    facets: (number) => {
      const facets: Record<string, string[]> = {}
      const [from, to] = [number === 0 ? 0 : (ends.all()[number - 1] ?? 0), ends.all()[number] ?? 0]
      for (const code of codes.all().subarray(from, to)) {
        const { identifier, value } = values[code] ?? { identifier: '', value: '' }
        ;(facets[identifier] ??= []).push(value === itself ? (ids[number] ?? '') : value)
      }
      return facets
    },
  }
}

/** Instead of the company's own id: millions of ids would be values. */
const itself = ''

/** Beyond every latitude. */
const unknown = 2 ** 31

const headOfficeAt = (points: Uint32Array, employer: number): MapPoint | undefined => {
  const lat = points[employer * 2] ?? unknown
  if (lat === unknown) return undefined
  return { lat: fromMicro(lat), lng: fromMicro(points[employer * 2 + 1] ?? unknown) }
}
