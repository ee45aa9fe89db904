import type { Company, Person } from '../../contract/records/records.ts'
import { randomOf, type Random } from '../../demo/random.ts'
import { demoWorld, type WorldSize } from '../../demo/world.ts'
import { states } from '../../server/catalog/towns.ts'
import type { Contact } from '../../server/platform/db/tables.ts'

/** The record is null if the market does not have it. */
export type Corrupted = { header: string[]; rows: string[][]; truth: (string | null)[] }

type Employee = { person: Person; contact: Contact; company: Company }

/** A tenth of the rows is unknown to the market. */
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
  // A domain belongs to a single company; the invented markets take theirs from the same words.
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
    // Half of the unknown people work at known companies.
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
  const hq = company.hq
  const keepWithChance = (share: number, text: string | undefined): string =>
    text !== undefined && random.chance(share) ? text : ''
  const cells = [
    written(random, company.name),
    spaced(random, keepWithChance(0.5, company.abn)),
    address(random, keepWithChance(0.75, company.domain)),
    keepWithChance(0.4, company.social['LinkedIn']),
    keepWithChance(0.7, company.phones[0]),
    keepWithChance(0.85, hq?.suburb ?? hq?.city),
    region(random, keepWithChance(0.9, hq?.state)),
    keepWithChance(0.8, hq?.postcode),
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
  const keepWithChance = (share: number, text: string | undefined): string =>
    text !== undefined && random.chance(share) ? text : ''
  const mail = keepWithChance(0.6, contact.work_email ?? contact.personal_email)
  const cells = [
    slipped(random, person.first_name, 0.04),
    slipped(random, person.last_name, 0.05),
    random.chance(0.3) ? mail.toUpperCase() : slipped(random, mail, 0.03),
    written(random, company.name),
    address(random, keepWithChance(0.65, company.domain)),
    keepWithChance(0.9, person.position),
    keepWithChance(0.4, person.linkedin_url),
    region(random, keepWithChance(0.8, person.location?.state)),
  ]
  if (random.chance(0.05)) swap(cells, 0, 1)
  if (random.chance(0.03)) {
    cells[0] = `${cells[0]} ${cells[1]}`
    cells[1] = ''
  }
  if (random.chance(0.02)) swap(cells, 2, 3)
  return cells
}

const swap = (cells: string[], first: number, other: number): void => {
  const cell = cells[first] ?? ''
  cells[first] = cells[other] ?? ''
  cells[other] = cell
}

/** Another legal suffix, another case, a typo. */
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

const slipped = (random: Random, text: string, share: number): string => {
  if (text.length < 3 || !random.chance(share)) return text
  const once = slip(random, text)
  return random.chance(0.15) ? slip(random, once) : once
}

const slip = (random: Random, text: string): string => {
  const at = random.between(1, text.length - 2)
  const near = /\d/.test(text[at] ?? '') ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz'
  const [before, character, after] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)]
  switch (random.between(0, 3)) {
    case 0:
      return before + after
    case 1:
      return before + random.pick(near.split('')) + character + after
    case 2:
      return before + random.pick(near.split('')) + after
    default:
      return `${before}${after[0] ?? ''}${character}${after.slice(1)}`
  }
}
