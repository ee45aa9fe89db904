import type { Option } from '../../contract/search/bands.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { gazetteer } from './gazetteer.ts'

/** `city` is the metropolitan area, or the town itself outside one; `weight` is how much business it has. */
export type Town = {
  country: 'AU' | 'NZ'
  state: string
  city: string
  name: string
  postcode: string
  lat: number
  lng: number
  weight: number
}

const read = (): Town[] => {
  const found: Town[] = []
  let area: Pick<Town, 'country' | 'state' | 'city'> = { country: 'AU', state: '', city: '' }
  for (const line of gazetteer.trim().split('\n')) {
    if (line.startsWith('@')) {
      const [country, state = '', city = ''] = line.slice(2).split('/')
      area = { country: country === 'NZ' ? 'NZ' : 'AU', state, city }
      continue
    }
    const parts = line.split(' ')
    const [postcode = '', lat, lng, weight] = parts.slice(-4)
    found.push({
      ...area,
      name: parts.slice(0, -4).join(' '),
      postcode,
      lat: Number(lat),
      lng: Number(lng),
      weight: Number(weight),
    })
  }
  return found
}

/** By metropolitan area, its centre first. */
export const towns: readonly Town[] = read()

const state = (country: 'AU' | 'NZ', code: string, name: string) => ({ country, code, name })

export const states: readonly { country: 'AU' | 'NZ'; code: string; name: string }[] = [
  state('AU', 'NSW', 'New South Wales'),
  state('AU', 'VIC', 'Victoria'),
  state('AU', 'QLD', 'Queensland'),
  state('AU', 'WA', 'Western Australia'),
  state('AU', 'SA', 'South Australia'),
  state('AU', 'TAS', 'Tasmania'),
  state('AU', 'ACT', 'Australian Capital Territory'),
  state('AU', 'NT', 'Northern Territory'),
  ...[...new Set(towns.filter((town) => town.country === 'NZ').map((town) => town.state))].map(
    (name) => state('NZ', name, name),
  ),
]

const stateCodesByName = new Map(
  states.flatMap((entry) => [
    [`${entry.country} ${foldText(entry.code)}`, entry.code],
    [`${entry.country} ${foldText(entry.name)}`, entry.code],
  ]),
)

export const stateCode = (country: string, name: string): string | undefined =>
  stateCodesByName.get(`${country} ${foldText(name).replace(/ region$/, '')}`)

const byPostcode = new Map<string, Town>()
for (const town of towns) {
  const key = `${town.country} ${town.postcode}`
  if (!byPostcode.has(key)) byPostcode.set(key, town)
}

export const townOfPostcode = (country: string, postcode: string): Town | undefined =>
  byPostcode.get(`${country} ${postcode}`)

const postcodeRanges: readonly [number, number, string][] = [
  [200, 299, 'ACT'],
  [800, 999, 'NT'],
  [2600, 2618, 'ACT'],
  [2900, 2920, 'ACT'],
  [1000, 2999, 'NSW'],
  [3000, 3999, 'VIC'],
  [8000, 8999, 'VIC'],
  [4000, 4999, 'QLD'],
  [9000, 9999, 'QLD'],
  [5000, 5999, 'SA'],
  [6000, 6999, 'WA'],
  [7000, 7999, 'TAS'],
]

/** By Australia Post's ranges; a postcode that crosses a border belongs to the state with most of its area. */
export const stateOfPostcode = (postcode: string): string | undefined => {
  if (!/^\d{4}$/.test(postcode)) return undefined
  const number = Number(postcode)
  return postcodeRanges.find(([from, to]) => number >= from && number <= to)?.[2]
}

const byName = new Map<string, Town[]>()
const townOptions = new Map<string, Option[]>()
const postcodeOptions = new Map<string, Map<string, string[]>>()
for (const town of towns) {
  const region = `${town.country}/${town.state}`
  for (const name of new Set([town.city, town.name])) {
    const value = `${region}/${name}`
    if (!postcodeOptions.has(value)) {
      postcodeOptions.set(value, new Map())
      townOptions.set(region, [...(townOptions.get(region) ?? []), { value, label: name }])
    }
    const suburbs = postcodeOptions.get(value)
    suburbs?.set(town.postcode, [...(suburbs.get(town.postcode) ?? []), town.name])
    const key = `${town.country} ${foldText(name)}`
    byName.set(key, [...(byName.get(key) ?? []), town])
  }
}

/** Ignores case and accents; without a state, the town with the most business. */
export const findTown = (country: string, name: string, inState?: string): Town | undefined => {
  const key = foldText(name)
  return byName
    .get(`${country} ${key}`)
    ?.filter((town) => inState === undefined || town.state === inState)
    .reduce((best, town) => {
      const exact = Number(foldText(town.name) === key) - Number(foldText(best.name) === key)
      return exact > 0 || (exact === 0 && town.weight > best.weight) ? town : best
    })
}

/** States of AU, towns of AU/WA, postcodes of AU/WA/Perth. */
export const locationsBelow = (value: string): Option[] => {
  const [country, region] = value.split('/')
  if (region === undefined)
    return states
      .filter((entry) => entry.country === country)
      .map((entry) => ({ value: `${entry.country}/${entry.code}`, label: entry.name }))
  const listed = townOptions.get(value)
  if (listed) return listed.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  return [...(postcodeOptions.get(value) ?? [])]
    .map(([postcode, suburbs]) => ({
      value: `${value}/${postcode}`,
      label: `${postcode} ${suburbs.slice(0, 3).join(', ')}`,
    }))
    .sort((a, b) => a.value.localeCompare(b.value, 'en'))
}

export const kilometres = (
  a: { lat: number; lng: number },
  b: { lat: number; lng: number },
): number => {
  const radians = Math.PI / 180
  const lat = Math.sin(((b.lat - a.lat) * radians) / 2)
  const lng = Math.sin(((b.lng - a.lng) * radians) / 2)
  const h = lat * lat + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * lng * lng
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(h)))
}

/**
 * The location itself, and every postcode with its centre in the radius, under its suburb and its metropolitan area. A state or
 * country stays as given.
 */
export const postcodesWithin = (value: string, km: number): string[] => {
  const centre = centreOf(value)
  if (centre === undefined) return [value]
  const found = new Set([value])
  for (const town of towns)
    if (kilometres(centre, town) <= km)
      for (const name of [town.name, town.city])
        found.add(`${town.country}/${town.state}/${name}/${town.postcode}`)
  return [...found]
}

/** By name or postcode, at the beginning of the name before that of another of its parts; the largest first. */
export const searchTowns = (term: string): { value: string; town: Town }[] => {
  const query = foldText(term)
  const found: { value: string; town: Town; later: boolean }[] = []
  for (const value of postcodeOptions.keys()) {
    const town = centreOf(value)
    const name = foldText(value.split('/')[2] ?? '')
    if (
      town === undefined ||
      !(` ${name}`.includes(` ${query}`) || town.postcode.startsWith(query))
    )
      continue
    found.push({ value, town, later: !name.startsWith(query) && !town.postcode.startsWith(query) })
  }
  return found.sort((a, b) => Number(a.later) - Number(b.later) || b.town.weight - a.town.weight)
}

export const centreOf = (value: string): Town | undefined => {
  const [country = '', region, name, postcode] = value.split('/')
  if (name === undefined) return undefined
  const named = findTown(country, name, region)
  if (postcode === undefined || named?.postcode === postcode) return named
  return townOfPostcode(country, postcode) ?? named
}
