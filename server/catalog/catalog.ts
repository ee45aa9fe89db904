import type { Option } from '../../contract/search/bands.ts'
import { filterOf, valueLabel } from '../../contract/search/filters.ts'
import { countries, countryName } from './countries.ts'
import { divisions, industryTerms } from './industry.ts'
import { locationsBelow, states } from './towns.ts'
import { technologyGroups } from './technographics.ts'

export type Catalog = {
  has(value: string): boolean
  top(): readonly Option[]
  children(value: string): readonly Option[]
  labelOf(value: string): string
  /** Folded synonyms of a value: 'saas' for Software publishing. */
  alsoCalled(value: string): readonly string[]
}

export const catalogOf = (identifier: string): Catalog | undefined => catalogs.get(identifier)

const same = (name: string): Option => ({ value: name, label: name })

const tree = (branches: ReadonlyMap<string, readonly string[]>): Catalog => {
  const values = new Set([...branches.keys(), ...[...branches.values()].flat()])
  const top = [...branches.keys()].map(same)
  const below = new Map([...branches].map(([name, leaves]) => [name, leaves.map(same)]))
  return {
    has: (value) => values.has(value),
    top: () => top,
    children: (value) => below.get(value) ?? [],
    labelOf: (value) => value,
    alsoCalled: () => [],
  }
}

const industryTermsByName = new Map(
  divisions.flatMap((division) => [
    [division.name, industryTerms(division.code)] as const,
    ...division.groups.map(
      (group) =>
        [
          group.name,
          [group, ...group.classes].flatMap((entry) => industryTerms(entry.code)),
        ] as const,
    ),
  ]),
)

const industry: Catalog = {
  ...tree(new Map(divisions.map(({ name, groups }) => [name, groups.map((group) => group.name)]))),
  alsoCalled: (value) => industryTermsByName.get(value) ?? [],
}

const technologies = tree(new Map(Object.entries(technologyGroups)))

const homes: readonly Option[] = [
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
]
const knownStates = new Set(states.map(({ country, code }) => `${country}/${code}`))

/** Below countries and home states accepts any well-formed path, since imports bring towns the catalogue lacks. */
const places = (identifier: string): Catalog => {
  const filter = filterOf(identifier)
  return {
    has: (value) => {
      const parts = value.split('/')
      const [country = '', state] = parts
      if (countryName(country) === undefined || parts.length > 4) return false
      if (parts.some((part) => part.trim() !== part || part === '' || part.length > 80))
        return false
      if (state === undefined || (country !== 'AU' && country !== 'NZ')) return true
      return knownStates.has(`${country}/${state}`)
    },
    top: () => homes,
    children: locationsBelow,
    labelOf: (value) => {
      if (!value.includes('/')) return countryName(value) ?? value
      return filter === undefined ? value : valueLabel(filter, value)
    },
    alsoCalled: () => [],
  }
}

const everyCountry: readonly Option[] = countries.map(({ code, name }) => ({
  value: code,
  label: name,
}))

const hqCountry: Catalog = {
  has: (value) => countryName(value) !== undefined,
  top: () => everyCountry,
  children: () => [],
  labelOf: (value) => countryName(value) ?? value,
  alsoCalled: () => [],
}

const catalogs: ReadonlyMap<string, Catalog> = new Map([
  ['industry', industry],
  ['technographics', technologies],
  ['location', places('location')],
  ['people_location', places('people_location')],
  ['hq_country', hqCountry],
])
