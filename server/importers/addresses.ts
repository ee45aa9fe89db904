import type { PostalAddress } from '../../contract/records/records.ts'
import { countryCode } from '../catalog/countries.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import {
  townOfPostcode,
  stateCode,
  stateOfPostcode,
  findTown,
  type Town,
} from '../catalog/towns.ts'
import { omitUndefined } from './text.ts'

export type Address = {
  address?: string | undefined
  suburb?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postcode?: string | undefined
  country?: string | undefined
  location?: string | undefined
}

/**
 * A problem, or undefined without an address or country. `country` is the default. Australian states get their short code, New
 * Zealand regions their usual name.
 */
export const parseAddress = (
  given: Address,
  country?: string,
): PostalAddress | { problem: string } | undefined => {
  const parts =
    given.location === undefined ? given : { ...partsOf(given.location), ...omitUndefined(given) }
  const named = parts.country === undefined ? undefined : countryCode(parts.country)
  if (parts.country !== undefined && named === undefined)
    return { problem: `the country '${parts.country}' is not known` }
  const code = named ?? countryOfState(parts.state, parts.postcode) ?? country
  if (code === undefined) return undefined
  return {
    ...omitUndefined({
      address: parts.address,
      suburb: parts.suburb,
      city: parts.city,
      state: parts.state === undefined ? undefined : stateOf(parts.state, code),
      postcode: parts.postcode === undefined ? undefined : postcodeOf(parts.postcode, code),
    }),
    country: code,
  }
}

/** Adds state, metropolitan area and an approximate point. Keeps an exact point and recomputes an approximate one. */
export const geocode = (address: PostalAddress): PostalAddress => {
  if (address.lat !== undefined && address.approx !== true) return address
  const { lat: _lat, lng: _lng, approx: _approx, ...bare } = address
  const { country, postcode } = bare
  const state =
    bare.state ??
    (country === 'AU' && postcode !== undefined ? stateOfPostcode(postcode) : undefined)
  const name = bare.suburb ?? bare.city
  const town =
    (name === undefined ? undefined : findTown(country, name, state)) ??
    (postcode === undefined ? undefined : townOfPostcode(country, postcode))
  if (!town || (state !== undefined && town.state !== state))
    return { ...bare, ...omitUndefined({ state }) }
  const { lat, lng } = town
  const suburb = bare.suburb ?? (isSuburb(town, bare.city) ? town.name : undefined)
  const city = isSuburb(town, bare.city) ? town.city : (bare.city ?? town.city)
  return { ...bare, ...omitUndefined({ suburb }), state: town.state, city, lat, lng, approx: true }
}

/** Files call a suburb a city; records store the metropolitan area there, so that searches find both. */
const isSuburb = (town: Town, city: string | undefined): boolean =>
  city !== undefined && town.name !== town.city && foldText(city) === foldText(town.name)

export const withoutGuessedPoint = ({
  lat,
  lng,
  approx,
  ...address
}: PostalAddress): PostalAddress =>
  lat === undefined || lng === undefined || approx === true ? address : { ...address, lat, lng }

/** A short code in Australia, a name elsewhere. Accepts ISO codes such as AU-WA. */
export const stateOf = (text: string, country: string): string => {
  const name = text.trim().replace(new RegExp(`^${country}-`, 'i'), '')
  if (country === 'US') return americanStates.get(plainState(name)) ?? name
  return stateCode(country, name.replaceAll('.', '')) ?? name
}

const postcodeOf = (text: string, country: string): string =>
  (country === 'AU' || country === 'NZ') && /^\d{3}$/.test(text) ? `0${text}` : text

/** 'Saint Paul, Minnesota' or 'Perth WA 6000'; the first of several locations. */
const partsOf = (location: string): Address => {
  // Tables copied from an encyclopaedia carry footnote marks: 'Virginia[2]'.
  const first = (location.split(';')[0] ?? '').replace(/\[\w{1,4}\]/g, '')
  const pieces = first.split(',').map((piece) => piece.trim())
  const parts = pieces.filter((piece) => piece !== '')
  const last = parts.at(-1)
  if (last === undefined) return {}
  const country = parts.length > 1 || isCountryOnly(last) ? countryCode(last) : undefined
  // Georgia is a country and a state: after a town it is the state.
  const ends =
    country !== undefined && !(parts.length === 2 && americanStates.has(plainState(last)))
  const rest = ends ? parts.slice(0, -1) : parts
  const tail = rest.at(-1) ?? ''
  // 'Perth, WA' is Australian; Washington's towns have the full state name or a five-digit code.
  const local = /^(.*?)(?<!\s)\s*\b(NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\b\s*(\d{4})?$/.exec(tail)
  if (local && (!ends || country === 'AU')) {
    const town = local[1] === '' || local[1] === undefined ? rest.at(-2) : local[1]
    return omitUndefined({ city: town, state: local[2], postcode: local[3], country: 'AU' })
  }
  const american = ends ? undefined : americanStates.get(plainState(tail))
  const known = american ?? (countryOfState(tail) === undefined && !ends ? undefined : tail)
  const state = rest.length > 1 ? known : undefined
  return omitUndefined({
    city: state === undefined ? (ends || rest.length === 1 ? tail || undefined : rest[0]) : rest[0],
    state,
    country: ends ? country : countryOfState(state),
  })
}

const isCountryOnly = (text: string): boolean => text.length > 2 && countryCode(text) !== undefined

const countryOfState = (state: string | undefined, postcode?: string): string | undefined => {
  const plain = plainState(state)
  const american = americanStates.has(plain)
  if (american && /^\d{5}(?:-\d{4})?$/.test(postcode ?? '')) return 'US'
  if (stateCode('AU', plain) !== undefined) return 'AU'
  if (stateCode('NZ', plain) !== undefined) return 'NZ'
  return plain.length > 2 && american ? 'US' : undefined
}

const plainState = (state: string | undefined): string =>
  state?.trim().toLowerCase().replaceAll('.', '') ?? ''

const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split('|')
    .map((pair) => {
      const [name = '', code = name] = pair.trim().split('=')
      return [name, code]
    })

const americanStates = new Map(
  pairs(
    `Alabama=AL|Alaska=AK|Arizona=AZ|Arkansas=AR|California=CA|Colorado=CO|Connecticut=CT|Delaware=DE|Florida=FL|Georgia=GA|Hawaii=HI|Idaho=ID|Illinois=IL|Indiana=IN|Iowa=IA|Kansas=KS|Kentucky=KY|Louisiana=LA|Maine=ME|Maryland=MD|Massachusetts=MA|Michigan=MI|Minnesota=MN|Mississippi=MS|Missouri=MO|Montana=MT|Nebraska=NE|Nevada=NV|New Hampshire=NH|New Jersey=NJ|New Mexico=NM|New York=NY|North Carolina=NC|North Dakota=ND|Ohio=OH|Oklahoma=OK|Oregon=OR|Pennsylvania=PA|Rhode Island=RI|South Carolina=SC|South Dakota=SD|Tennessee=TN|Texas=TX|Utah=UT|Vermont=VT|Virginia=VA|Washington=WA|District of Columbia=DC|West Virginia=WV|Wisconsin=WI|Wyoming=WY`,
  ).flatMap(([name, code]): [string, string][] => [
    [name.toLowerCase(), name],
    [code.toLowerCase(), name],
  ]),
)
