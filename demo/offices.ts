import type { Office, PostalAddress } from '../contract/records/records.ts'
import type { Town } from '../server/catalog/towns.ts'
import { anyTown, sameCity, sameState, type Head } from './heads.ts'
import { landline } from './identifiers.ts'
import type { Random } from './random.ts'

/** Its own first; small firms stay in their city and state. */
export const officeTowns = (random: Random, head: Head, band: number, spread: number): Town[] => {
  const { town, employees } = head
  const usual = [0.04, 0.22, 0.75, 2.2, 4.5, 9, 24, 110][band] ?? 0
  const more = Math.min(160, Math.floor(usual * spread * random.spread(0.7) + random.next() * 0.9))
  const found = [town]
  const local = employees < 80
  for (let index = 0; index < more; index++) {
    const next = local
      ? random.pick(random.chance(0.6) ? sameCity(town) : sameState(town))
      : random.chance(0.35)
        ? random.pick(sameState(town))
        : anyTown(random, random.chance(0.93) ? town.country : town.country === 'AU' ? 'NZ' : 'AU')
    if (!found.includes(next)) found.push(next)
  }
  return found
}

const streets =
  'High,Station,Church,Harbour,George,Victoria,Railway,Park,Queen,King,Albert,Bridge,Main,Mill,Ocean,Forest,Industrial,Commerce,Enterprise,Foundry,Wattle,Banksia,Elizabeth,Princes,Market,Hill,Bay,River,Quarry,Wharf'.split(
    ',',
  )
const kinds = ['Street', 'Road', 'Street', 'Avenue', 'Drive', 'Parade', 'Terrace', 'Lane']

/** With a street and a point near the centre, or approximate. */
export const officeAt = (random: Random, town: Town, isHq: boolean): Office => {
  const exact = random.chance(0.75)
  const about = (middle: number): number =>
    Math.round((middle + (exact ? (random.next() - 0.5) * 0.02 : 0)) * 10_000) / 10_000
  return {
    ...(exact && {
      address: `${random.chance(0.2) ? `${random.between(1, 14)}/` : ''}${random.between(1, 290)} ${random.early(streets)} ${random.pick(kinds)}`,
    }),
    ...(town.name !== town.city && { suburb: town.name }),
    city: town.city,
    state: town.state,
    postcode: town.postcode,
    country: town.country,
    lat: about(town.lat),
    lng: about(town.lng),
    ...(!exact && { approx: true }),
    is_hq: isHq,
    ...(random.chance(0.12) && { phone: landline(random, town.country, town.state) }),
  }
}

export const withoutOfficeFields = (office: Office): PostalAddress => {
  const { is_hq: _, phone: __, ...address } = office
  return address
}

export const foreignHeads: readonly PostalAddress[] = [
  'New York NY US,Chicago IL US,San Francisco CA US,Austin TX US,Boston MA US,Atlanta GA US,Denver CO US,London England GB,Manchester England GB,Edinburgh Scotland GB',
  'Tokyo Tokyo JP,Osaka Osaka JP,Singapore - SG,Hong Kong - HK,Shanghai Shanghai CN,Shenzhen Guangdong CN,Munich Bavaria DE,Hamburg Hamburg DE,Stuttgart Baden-Württemberg DE,Paris Île-de-France FR',
  'Toronto Ontario CA,Vancouver British-Columbia CA,Amsterdam North-Holland NL,Stockholm Stockholm SE,Copenhagen - DK,Helsinki - FI,Zurich Zurich CH,Milan Lombardy IT,Madrid Madrid ES,Dublin Leinster IE',
  'Seoul Seoul KR,Bengaluru Karnataka IN,Mumbai Maharashtra IN,Johannesburg Gauteng ZA,Kuala-Lumpur - MY,Oslo Oslo NO,Brussels Brussels BE,Vienna Vienna AT,Tel-Aviv - IL,Dubai Dubai AE',
]
  .flatMap((line) => line.split(','))
  .map((entry): PostalAddress => {
    const parts = entry.split(' ')
    const country = parts.at(-1) ?? ''
    const state = (parts.at(-2) ?? '-').replaceAll('-', ' ').trim()
    return {
      city: parts.slice(0, -2).join(' ').replaceAll('-', ' '),
      ...(state !== '' && { state }),
      country,
    }
  })
