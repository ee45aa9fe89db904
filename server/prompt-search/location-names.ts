import { foldText } from '../../contract/search/search-doc.ts'
import { countries } from '../catalog/countries.ts'
import { townOfPostcode, states, towns, type Town } from '../catalog/towns.ts'
import { linesOf } from './phrases.ts'
import { regionNames } from './region-names.ts'

export type KnownLocation = {
  values: readonly string[]
  country: string
  state: string
  weight: number
}

const createLocation = (
  value: string,
  weight: number,
  also: readonly string[] = [],
): KnownLocation => {
  const [country = '', state = ''] = value.split('/')
  return {
    values: [value, ...also],
    country,
    state: state === '' ? '' : `${country}/${state}`,
    weight,
  }
}

export const locationNames = (): Map<string, KnownLocation[]> => {
  const found = new Map<string, KnownLocation[]>()
  const add = (written: string, location: KnownLocation): void => {
    const name = foldText(written)
    const known = found.get(name) ?? []
    const same = known.find(({ values }) => values[0] === location.values[0])
    if (same) same.weight += location.weight
    else found.set(name, [...known, { ...location }])
  }
  const metropolitan = new Map<string, Town[]>()
  for (const town of towns) {
    const city = `${town.country}/${town.state}/${town.city}`
    metropolitan.set(city, [...(metropolitan.get(city) ?? []), town])
    // Of equal weight the first is meant: the town, not 'Bundaberg Central' in it.
    if (town.city !== town.name)
      for (const name of spelt(town.city)) add(name, createLocation(city, town.weight))
    const own = createLocation(`${town.country}/${town.state}/${town.name}`, town.weight)
    for (const name of spelt(town.name)) add(name, own)
  }
  for (const [city, within] of metropolitan) {
    const [middle] = within
    if (middle === undefined) continue
    const centre =
      middle.name === middle.city
        ? `${city}/${middle.postcode}`
        : city.replace(/[^/]*$/, middle.name)
    for (const name of ['cbd', 'city centre', 'central', 'inner city', 'downtown'])
      if (within.length > 1 || name === 'cbd')
        add(`${middle.city} ${name}`, createLocation(centre, 1000))
    for (const name of ['greater', 'metro', 'metropolitan']) {
      add(`${name} ${middle.city}`, createLocation(city, 1000))
      add(`${middle.city} ${name}`, createLocation(city, 1000))
    }
    for (const name of [
      'metro area',
      'metropolitan area',
      'area',
      'region',
      'based',
      'side',
      'wide',
    ])
      add(`${middle.city} ${name}`, createLocation(city, 1000))
  }
  for (const { country, code, name } of states) {
    // A New Zealand region with its city's name: the city wins.
    const value = createLocation(`${country}/${code}`, country === 'AU' ? 5000 : 0)
    for (const said of [code, name, `${name} region`, `${name} state`, `state of ${name}`])
      add(said, value)
    if (country === 'NZ') for (const said of spelt(name)) add(said, value)
  }
  for (const { code, name } of countries)
    if (code !== 'AU' && code !== 'NZ') add(name.replace(/ \(.*\)/, ''), createLocation(code, 1))
  for (const [name, code] of nationalities) add(name, createLocation(code, 1))
  for (const { names, means } of [...linesOf(otherNames), ...linesOf(regionNames)])
    for (const name of names) {
      const [value = '', ...also] = means.split('; ')
      add(name, createLocation(value, 10_000, also))
    }
  return found
}

/** 'Japanese companies', but not 'Japanese restaurants'. */
export const isNationality = (name: string): boolean => nationalities.has(name)

const nationalities = new Map(
  `american US|british GB|english GB|scottish GB|japanese JP|chinese CN|german DE|french FR|italian IT|spanish ES|dutch NL|swiss CH|swedish SE
danish DK|norwegian NO|finnish FI|irish IE|canadian CA|indian IN|korean KR|singaporean SG|malaysian MY|thai TH|vietnamese VN|indonesian ID|israeli IL
belgian BE|austrian AT|south african ZA`
    .split(/[|\n]/)
    .map((entry): [string, string] => [entry.slice(0, -3), entry.slice(-2)]),
)

/** Of the preferred country, else the other, as its metropolitan area stores it, with every suburb of the postcode. */
export const locationOfPostcode = (postcode: string, country: string): string | undefined => {
  const town =
    townOfPostcode(country === 'NZ' ? 'NZ' : 'AU', postcode) ??
    townOfPostcode(country === 'NZ' ? 'AU' : 'NZ', postcode)
  return town && `${town.country}/${town.state}/${town.city}/${town.postcode}`
}

export const townWithPostcode = (value: string, postcode: string): string | undefined => {
  const [country, state, name, own] = value.split('/')
  const known =
    own === undefined &&
    towns.some(
      (town) =>
        town.country === country &&
        town.state === state &&
        (town.name === name || town.city === name) &&
        town.postcode === postcode,
    )
  return known ? `${value}/${postcode}` : undefined
}

const spelt = (name: string): Set<string> =>
  new Set([
    name,
    name.replace(/^Mount /, 'Mt '),
    name.replace(/^Saint /, 'St '),
    name.replace(/^St /, 'Saint '),
    name.replace(/^Port /, 'Pt '),
    name.replace(/^North /, 'Nth '),
    name.replace(/^South /, 'Sth '),
    name.replace(/ North$/, ' Nth'),
    name.replace(/ South$/, ' Sth'),
    name.replace(/ (Central|City|Centre)$/, ''),
    name.replace(/ Central$/, ' CBD'),
    name.replace(/^(North|South|East|West) (.*)$/, '$2 $1'),
  ])

const otherNames = `
melb | melbs | melbourne victoria = AU/VIC/Melbourne
syd | sydney nsw = AU/NSW/Sydney
bris | brissie | brisvegas | brisbane qld | bne = AU/QLD/Brisbane
perf | perth wa = AU/WA/Perth
adl | radelaide | adelaide sa = AU/SA/Adelaide
canbra = AU/ACT/Canberra
hobart tas | hobart town = AU/TAS/Hobart
gc | the goldie | goldy | goldcoast = AU/QLD/Gold Coast
sunny coast | sunshine coast qld = AU/QLD/Sunshine Coast
the gong | gong = AU/NSW/Wollongong
newy | newie = AU/NSW/Newcastle
freo = AU/WA/Fremantle
kal | kalgoorlie boulder = AU/WA/Kalgoorlie
rocky | rockhampton city = AU/QLD/Rockhampton
townie | townsville qld = AU/QLD/Townsville
alice | the alice = AU/NT/Alice Springs
launnie | lonnie = AU/TAS/Launceston
surfers = AU/QLD/Surfers Paradise
the valley = AU/QLD/Fortitude Valley
noosa = AU/QLD/Noosa Heads
byron = AU/NSW/Byron Bay
wagga = AU/NSW/Wagga Wagga
coffs = AU/NSW/Coffs Harbour
the mount | mt maunganui = NZ/Bay of Plenty/Mount Maunganui
ballarat vic = AU/VIC/Ballarat
bendigo vic = AU/VIC/Bendigo
geelong vic = AU/VIC/Geelong
dandenong sth = AU/VIC/Dandenong South
tassie | tasmania = AU/TAS
victorian = AU/VIC
south australian = AU/SA
western australian | west australian = AU/WA
top end = AU/NT
akl | auckland city | tamaki makaurau | aucks = NZ/Auckland/Auckland
chch | chch city | otautahi = NZ/Canterbury/Christchurch
wgtn | welly | wellington city | te whanganui a tara = NZ/Wellington/Wellington
dunners | otepoti = NZ/Otago/Dunedin
zqn = NZ/Otago/Queenstown
palmy | palmie = NZ/Manawatū-Whanganui/Palmerston North
invers = NZ/Southland/Invercargill
wanganui = NZ/Manawatū-Whanganui/Whanganui
whangarei = NZ/Northland/Whangārei
hamilton nz | kirikiriroa = NZ/Waikato/Hamilton
taupo = NZ/Waikato/Taupō
bop = NZ/Bay of Plenty
hawkes bay = NZ/Hawke's Bay
manawatu | whanganui region | manawatu whanganui | manawatu wanganui = NZ/Manawatū-Whanganui
auckland region = NZ/Auckland
wellington region = NZ/Wellington
south island | the south island = NZ/Nelson; NZ/Tasman; NZ/Marlborough; NZ/West Coast; NZ/Canterbury; NZ/Otago; NZ/Southland
north island | the north island = NZ/Northland; NZ/Auckland; NZ/Waikato; NZ/Bay of Plenty; NZ/Gisborne; NZ/Hawke's Bay; NZ/Taranaki; NZ/Manawatū-Whanganui; NZ/Wellington
usa | us | united states of america | america | the states = US
uk | great britain | britain | england = GB
south korea | korea = KR
uae = AE
vietnam = VN
holland = NL
turkey = TR
`
