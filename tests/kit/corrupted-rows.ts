import type { Company, Person } from '../../contract/records/records.ts'
import { randomOf, type Random } from '../../demo/random.ts'
import { demoWorld, type WorldSize } from '../../demo/world.ts'
import { states } from '../../server/catalog/places.ts'
import type { Contact } from '../../server/platform/db/tables.ts'

/** A file as people keep them, and for each of its rows the record it was made from; null is a row of somebody the market does not hold. */
export type Corrupted = { header: string[]; rows: string[][]; truth: (string | null)[] }

type Employee = { person: Person; contact: Contact; company: Company }

/** Both files of a seeded run: so many rows each, one in ten of somebody unknown. */
export const corruptedFiles = (
  world: WorldSize,
  rows: number,
  seed: number,
): { companies: Corrupted; people: Corrupted } => {
  const known = Math.round(rows * 0.9)
  const drawn = draw(world, known, seed)
  const strangers = draw(
    { ...world, companies: rows, people: rows * 2, seed: world.seed + 1000 },
    Math.ceil((rows - known) * 1.6),
    seed,
  )
  // A domain belongs to one company only; the invented markets draw theirs from the same words.
  const domains = new Set(drawn.domains)
  const free = ({ domain }: Company): boolean => domain === undefined || !domains.has(domain)
  const chance = (stream: number, at: number): Random => randomOf(seed, stream, at)
  const companies: Corrupted = { header: companyHeader, rows: [], truth: [] }
  for (const [at, company] of drawn.companies.entries())
    add(companies, companyCells(chance(11, at), company), company.id)
  const others = strangers.companies.filter(free)
  for (const [at, company] of others.slice(0, rows - companies.rows.length).entries())
    add(companies, companyCells(chance(12, at), company), null)
  const people: Corrupted = { header: peopleHeader, rows: [], truth: [] }
  for (const [at, employee] of drawn.people.entries())
    add(people, personCells(chance(13, at), employee), employee.person.id)
  for (const [at, stranger] of strangers.people.entries()) {
    if (people.rows.length === rows) break
    // Half of the strangers work at companies that are known.
    const host = drawn.companies[at * 7]
    const company = at % 2 === 0 && host ? host : stranger.company
    if (company === stranger.company && !free(company)) continue
    const email = `${stranger.person.first_name}.${stranger.person.last_name}@${company.domain ?? 'mail.example'}`
    const contact = company.domain === undefined ? {} : { work_email: email.toLowerCase() }
    add(people, personCells(chance(14, at), { ...stranger, contact, company }), null)
  }
  shuffle(companies, chance(15, 0))
  shuffle(people, chance(16, 0))
  return { companies, people }
}

const add = (file: Corrupted, cells: string[], id: string | null): void => {
  file.rows.push(cells)
  file.truth.push(id)
}

const shuffle = ({ rows, truth }: Corrupted, random: Random): void => {
  for (let at = rows.length - 1; at > 0; at--) {
    const other = random.between(0, at)
    for (const list of [rows, truth] as unknown[][])
      [list[at], list[other]] = [list[other], list[at]]
  }
}

/** An even choice of the invented market's records, without keeping the rest of it. */
const draw = (world: WorldSize, count: number, seed: number) => {
  const random = randomOf(seed, 10, 0)
  const companies: Company[] = []
  const people: Employee[] = []
  const domains: string[] = []
  let employer: Company | undefined
  for (const item of demoWorld(world)) {
    if ('company' in item) {
      employer = item.company
      if (employer.domain !== undefined) domains.push(employer.domain)
      if (companies.length < count && random.chance((count / world.companies) * 1.05))
        companies.push(employer)
    } else if (
      employer?.id === item.person.company_id &&
      people.length < count &&
      random.chance((count / world.people) * 1.05)
    )
      people.push({ ...item, company: employer })
  }
  return { companies, people, domains }
}

const companyHeader = [
  'Account Name',
  'ABN',
  'Website',
  'LinkedIn',
  'Phone',
  'Suburb',
  'State',
  'Postcode',
]

const companyCells = (random: Random, company: Company): string[] => {
  const place = company.hq
  const kept = (share: number, text: string | undefined): string =>
    text !== undefined && random.chance(share) ? text : ''
  const cells = [
    written(random, company.name),
    spaced(random, kept(0.5, company.abn)),
    address(random, kept(0.75, company.domain)),
    kept(0.4, company.social['LinkedIn']),
    kept(0.7, company.phones[0]),
    kept(0.85, place?.suburb ?? place?.city),
    region(random, kept(0.9, place?.state)),
    kept(0.8, place?.postcode),
  ]
  if (random.chance(0.04)) swap(cells, 0, 2)
  if (random.chance(0.02)) swap(cells, 5, 6)
  if (random.chance(0.02)) swap(cells, 1, 4)
  return cells
}

const peopleHeader = [
  'First Name',
  'Last Name',
  'Email',
  'Company',
  'Website',
  'Title',
  'LinkedIn',
  'State',
]

const personCells = (random: Random, { person, contact, company }: Employee): string[] => {
  const kept = (share: number, text: string | undefined): string =>
    text !== undefined && random.chance(share) ? text : ''
  const mail = kept(0.6, contact.work_email ?? contact.personal_email)
  const cells = [
    slipped(random, person.first_name, 0.04),
    slipped(random, person.last_name, 0.05),
    random.chance(0.3) ? mail.toUpperCase() : slipped(random, mail, 0.03),
    written(random, company.name),
    address(random, kept(0.65, company.domain)),
    kept(0.9, person.position),
    kept(0.4, person.linkedin_url),
    region(random, kept(0.8, person.location?.state)),
  ]
  if (random.chance(0.05)) swap(cells, 0, 1)
  if (random.chance(0.03)) {
    cells[0] = `${cells[0]} ${cells[1]}`
    cells[1] = ''
  }
  if (random.chance(0.02)) swap(cells, 2, 3)
  return cells
}

const swap = (cells: string[], one: number, other: number): void => {
  const kept = cells[one] ?? ''
  cells[one] = cells[other] ?? ''
  cells[other] = kept
}

/** A company's name as it is typed elsewhere: another legal ending, another case, a slip. */
const written = (random: Random, name: string): string => {
  let text = name
  if (random.chance(0.3))
    text = `${text.replace(/ (?:Pty Ltd|Ltd|Limited)$/, '')} ${random.pick(['Pty Ltd', 'PTY LTD', 'Pty. Ltd.', 'P/L', 'Limited', 'Ltd'])}`
  if (random.chance(0.1)) text = text.replace(/ and /i, ' & ')
  if (random.chance(0.12)) text = random.chance(0.5) ? text.toUpperCase() : text.toLowerCase()
  if (random.chance(0.05)) text = `${text} `
  return slipped(random, text, 0.14)
}

const address = (random: Random, domain: string): string => {
  if (domain === '') return ''
  const start = random.pick(['', '', 'www.', 'http://', 'https://', 'https://www.', 'HTTP://WWW.'])
  return `${start}${slipped(random, domain, 0.03)}${random.pick(['', '', '', '/', '/contact-us', '/?utm_source=list'])}`
}

const spaced = (random: Random, abn: string): string => {
  const text = slipped(random, abn, 0.03)
  return random.chance(0.5) ? text.replace(/^(..)(...)(...)(...)$/, '$1 $2 $3 $4') : text
}

const region = (random: Random, state: string): string =>
  random.chance(0.2) ? (states.find(({ code }) => code === state)?.name ?? state) : state

/** With this chance one slip of the hand, now and then two. */
const slipped = (random: Random, text: string, share: number): string => {
  if (text.length < 3 || !random.chance(share)) return text
  const once = slip(random, text)
  return random.chance(0.15) ? slip(random, once) : once
}

const slip = (random: Random, text: string): string => {
  const at = random.between(1, text.length - 2)
  const near = /\d/.test(text[at] ?? '') ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz'
  const [before, here, after] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)]
  switch (random.between(0, 3)) {
    case 0:
      return before + after
    case 1:
      return before + random.pick(near.split('')) + here + after
    case 2:
      return before + random.pick(near.split('')) + after
    default:
      return `${before}${after[0] ?? ''}${here}${after.slice(1)}`
  }
}
