import type { Place } from '../../../contract/records.ts'
import { countryCode } from '../catalog/countries.ts'
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

/** The state as records hold it: short code in Australia, name elsewhere. ISO codes such as AU-WA are understood. */
export const stateOf = (text: string, country: string): string => {
  const word = text.trim().replace(new RegExp(`^${country}-`, 'i'), '')
  const plain = word
    .toLowerCase()
    .replace(/\./g, '')
    .replace(/ region$/, '')
  if (country === 'AU') return australianStates.get(plain) ?? word
  if (country === 'NZ') return newZealandRegions.get(plain) ?? word
  if (country === 'US') return americanStates.get(plain) ?? word
  return word
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
  // Georgia, New Mexico's neighbour and the like: a state of the United States unless more follows.
  const ends =
    country !== undefined && !(words.length === 2 && americanStates.has(plainState(last)))
  const rest = ends ? words.slice(0, -1) : words
  const tail = rest.at(-1) ?? ''
  // 'Perth, WA' is at home here; Washington's towns give their state in full or a five-digit code.
  const local = /^(.*?)\s*\b(NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\b\s*(\d{4})?$/.exec(tail)
  if (local) {
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
  if (australianStates.has(plain)) return 'AU'
  if (newZealandRegions.has(plain)) return 'NZ'
  return plain.length > 2 && american ? 'US' : undefined
}

const plainState = (state: string | undefined): string =>
  state?.trim().toLowerCase().replaceAll('.', '') ?? ''

const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .map((pair) => {
      const [name = '', code = name] = pair.split('=')
      return [name, code]
    })

const named = (text: string): Map<string, string> =>
  new Map(
    pairs(text).flatMap(([name, code]): [string, string][] => [
      [name.toLowerCase(), code],
      [code.toLowerCase(), code],
    ]),
  )

const australianStates = named(
  `New South Wales=NSW|Victoria=VIC|Queensland=QLD|Western Australia=WA|South Australia=SA|Tasmania=TAS|Australian Capital Territory=ACT|Northern Territory=NT`,
)

const newZealandRegions = named(
  `Northland|Auckland|Waikato|Bay of Plenty|Gisborne|Hawke's Bay|Taranaki|Manawatū-Whanganui|Wellington|Tasman|Nelson|Marlborough|West Coast|Canterbury|Otago|Southland`,
)

const americanStates = new Map(
  pairs(
    `Alabama=AL|Alaska=AK|Arizona=AZ|Arkansas=AR|California=CA|Colorado=CO|Connecticut=CT|Delaware=DE|Florida=FL|Georgia=GA|Hawaii=HI|Idaho=ID|Illinois=IL|Indiana=IN|Iowa=IA|Kansas=KS|Kentucky=KY|Louisiana=LA|Maine=ME|Maryland=MD|Massachusetts=MA|Michigan=MI|Minnesota=MN|Mississippi=MS|Missouri=MO|Montana=MT|Nebraska=NE|Nevada=NV|New Hampshire=NH|New Jersey=NJ|New Mexico=NM|New York=NY|North Carolina=NC|North Dakota=ND|Ohio=OH|Oklahoma=OK|Oregon=OR|Pennsylvania=PA|Rhode Island=RI|South Carolina=SC|South Dakota=SD|Tennessee=TN|Texas=TX|Utah=UT|Vermont=VT|Virginia=VA|Washington=WA|District of Columbia=DC|West Virginia=WV|Wisconsin=WI|Wyoming=WY`,
  ).flatMap(([name, code]): [string, string][] => [
    [name.toLowerCase(), name],
    [code.toLowerCase(), name],
  ]),
)
