import type { WorldItem } from '../server/records/load.ts'
import { calendarOf } from './calendar.ts'
import { companyOf, type Group } from './companies.ts'
import { headOf, memberOf } from './heads.ts'
import { peopleOf } from './people.ts'
import { randomOf } from './random.ts'

export type WorldSize = {
  companies: number
  people: number
  seed: number
  /** YYYY-MM-DD; all dates of the market are earlier. */
  today: string
}

/** Each company followed by its people. The same size, seed and day give the same bytes, in constant memory. */
export function* demoWorld(size: WorldSize): Generator<WorldItem, void, undefined> {
  const { companies, people, seed, today } = size
  const calendar = calendarOf(today)
  const claim = claims(companies)
  const share = peopleShare(size)
  let owed = 0
  let given = 0
  let group: Group | undefined
  let members = 0
  for (let index = 0; index < companies; index++) {
    const random = randomOf(seed, 2, index)
    const drawn = headOf(seed, index, companies)
    const parent = members > 0 && drawn.name === undefined ? group : undefined
    const head = parent ? memberOf(random, parent.head, drawn) : drawn
    const generated = companyOf(random, head, calendar, claim, parent)
    yield { company: generated.company }

    owed += share(head.employees)
    const count =
      index === companies - 1 ? people - given : Math.min(Math.floor(owed), people - given)
    owed -= count
    given += count
    for (const item of peopleOf(randomOf(seed, 3, index), head, generated, count, calendar))
      yield item

    if (members > 0) members--
    else if (head.employees > 200 && head.market.nameSuffixes.length > 0 && random.chance(0.22)) {
      group = {
        head,
        company: generated.company,
        called: generated.called,
        ultimate: generated.company.id,
      }
      members = random.between(1, 4)
    }
  }
}

/** Never more than the company employs, more for big companies, and `people` in total. */
const peopleShare = ({ companies, people, seed }: WorldSize): ((employees: number) => number) => {
  const staffed = new Map<number, number>()
  for (let index = 0; index < companies; index++) {
    const { employees } = headOf(seed, index, companies)
    staffed.set(employees, (staffed.get(employees) ?? 0) + 1)
  }
  const at = (scale: number) => (employees: number) => Math.min(employees, scale * employees ** 0.6)
  const total = (scale: number): number => {
    const share = at(scale)
    let sum = 0
    for (const [employees, count] of staffed) sum += count * share(employees)
    return sum
  }
  let low = 0
  let high = 1
  while (total(high) < people && high < 1e9) high *= 2
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (total(middle) < people) low = middle
    else high = middle
  }
  return at(high)
}

/** Sometimes reports a free name as taken, never a taken name as free. */
const claims = (companies: number): ((name: string) => boolean) => {
  const bits = 2 ** Math.ceil(Math.log2(Math.max(1024, companies) * 64))
  const filter = new Uint32Array(bits / 32)
  return (name) => {
    let hash = 0x811c9dc5
    for (let index = 0; index < name.length; index++)
      hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
    hash ^= hash >>> 15
    const bit = (Math.imul(hash, 0x2c1b3c6d) >>> 0) % bits
    const slot = bit >>> 5
    const mask = 1 << (bit & 31)
    const free = ((filter[slot] ?? 0) & mask) === 0
    filter[slot] = (filter[slot] ?? 0) | mask
    return free
  }
}
