import type { Place } from '../../contract/records/records.ts'
import { countryCode } from '../catalog/countries.ts'
import { folded } from '../../contract/search/search-doc.ts'
import {
  placeOfPostcode,
  stateCode,
  stateOfPostcode,
  townNamed,
  type Town,
} from '../catalog/places.ts'
import { defined } from './text.ts'

/** An address as files give it, in parts or as one text ('Perth, Western Australia'). */
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
 * The place an address names, or why it cannot be one; undefined when nothing is given or no country can be told.
 * `country` holds where the file names none. Australian states become their short code, New Zealand regions their usual name.
 */
export const placeOf = (
  given: Address,
  country?: string,
): Place | { problem: string } | undefined => {
  const parts =
    given.location === undefined ? given : { ...partsOf(given.location), ...defined(given) }
  const named = parts.country === undefined ? undefined : countryCode(parts.country)
  if (parts.country !== undefined && named === undefined)
    return { problem: `the country '${parts.country}' is not known` }
  const code = named ?? countryOfState(parts.state, parts.postcode) ?? country
  if (code === undefined) return undefined
  return {
    ...defined({
      address: parts.address,
      suburb: parts.suburb,
      city: parts.city,
      state: parts.state === undefined ? undefined : stateOf(parts.state, code),
      postcode: parts.postcode === undefined ? undefined : postcodeOf(parts.postcode, code),
    }),
    country: code,
  }
}

/**
 * The place with what its postcode or town tell besides: state, metropolitan area, and a point that is marked as approximate.
 * A point that is exact stays; one that was approximate is found anew.
 */
export const located = (place: Place): Place => {
  if (place.lat !== undefined && place.approx !== true) return place
  const { lat: _lat, lng: _lng, approx: _approx, ...bare } = place
  const { country, postcode } = bare
  const state =
    bare.state ??
    (country === 'AU' && postcode !== undefined ? stateOfPostcode(postcode) : undefined)
  const name = bare.suburb ?? bare.city
  const town =
    (name === undefined ? undefined : townNamed(country, name, state)) ??
    (postcode === undefined ? undefined : placeOfPostcode(country, postcode))
  if (!town || (state !== undefined && town.state !== state))
    return { ...bare, ...defined({ state }) }
  const { lat, lng } = town
  const suburb = bare.suburb ?? (isSuburb(town, bare.city) ? town.name : undefined)
  const city = isSuburb(town, bare.city) ? town.city : (bare.city ?? town.city)
  return { ...bare, ...defined({ suburb }), state: town.state, city, lat, lng, approx: true }
}

/** Files call a suburb a city; records keep the metropolitan area there, so that both are found. */
const isSuburb = (town: Town, city: string | undefined): boolean =>
  city !== undefined && town.name !== town.city && folded(city) === folded(town.name)

/** The place without a point that is only derived from the rest. */
export const withoutGuessedPoint = ({ lat, lng, approx, ...place }: Place): Place =>
  lat === undefined || lng === undefined || approx === true ? place : { ...place, lat, lng }

/** The state as records hold it: short code in Australia, name elsewhere. ISO codes such as AU-WA are understood. */
export const stateOf = (text: string, country: string): string => {
  const word = text.trim().replace(new RegExp(`^${country}-`, 'i'), '')
  if (country === 'US') return americanStates.get(plainState(word)) ?? word
  return stateCode(country, word.replaceAll('.', '')) ?? word
}

const postcodeOf = (text: string, country: string): string =>
  (country === 'AU' || country === 'NZ') && /^\d{3}$/.test(text) ? `0${text}` : text

/** 'Saint Paul, Minnesota', 'sydney, new south wales, australia', 'Perth WA 6000'; of several places the first. */
const partsOf = (location: string): Address => {
  // Tables taken from an encyclopaedia carry the marks of its footnotes: 'Virginia[2]'.
  const first = (location.split(';')[0] ?? '').replace(/\[\w{1,4}\]/g, '')
  const pieces = first.split(',').map((piece) => piece.trim())
  const words = pieces.filter((piece) => piece !== '')
  const last = words.at(-1)
  if (last === undefined) return {}
  const country = words.length > 1 || isCountryOnly(last) ? countryCode(last) : undefined
  // Georgia is a country and a state: at the end of two words it is the state.
  const ends =
    country !== undefined && !(words.length === 2 && americanStates.has(plainState(last)))
  const rest = ends ? words.slice(0, -1) : words
  const tail = rest.at(-1) ?? ''
  // 'Perth, WA' is at home here; Washington's towns give their state in full or a five-digit code.
  const local = /^(.*?)(?<!\s)\s*\b(NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\b\s*(\d{4})?$/.exec(tail)
  if (local && (!ends || country === 'AU')) {
    const town = local[1] === '' || local[1] === undefined ? rest.at(-2) : local[1]
    return defined({ city: town, state: local[2], postcode: local[3], country: 'AU' })
  }
  const american = ends ? undefined : americanStates.get(plainState(tail))
  const known = american ?? (countryOfState(tail) === undefined && !ends ? undefined : tail)
  const state = rest.length > 1 ? known : undefined
  return defined({
    city: state === undefined ? (ends || rest.length === 1 ? tail || undefined : rest[0]) : rest[0],
    state,
    country: ends ? country : countryOfState(state),
  })
}

const isCountryOnly = (word: string): boolean => word.length > 2 && countryCode(word) !== undefined

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
