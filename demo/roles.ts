import { abbreviations, positions, type Position } from '../server/catalog/positions.ts'
import { shares, weighted, type Random } from './random.ts'
import { sectors, type SectorName } from './sectors.ts'

export type Role = { position: Position; written: readonly string[] }

const writtenAs = (title: string): string[] => {
  const found: string[] = []
  for (const [short, long] of abbreviations) {
    const at = ` ${title} `.indexOf(` ${long} `)
    if (at === -1 || /Chief Executive Officer/.test(title) === (short === 'Exec')) continue
    found.push(`${title.slice(0, at)}${short}${title.slice(at + long.length)}`.trim())
  }
  return found
}

const roles: readonly Role[] = positions.map((position) => ({
  position,
  written: writtenAs(position.title),
}))
const byTitle = new Map(roles.map((role) => [role.position.title, role]))

export const roleNamed = (title: string): Role => {
  const role = byTitle.get(title)
  if (role === undefined) throw new Error(`'${title}' is no catalogued title.`)
  return role
}

/** Titles of the trade are more likely than general ones. */
export const roleFor = (
  random: Random,
  code: string,
  department: string,
  seniority: string,
): Role | undefined => {
  const rank = `${department} ${seniority}`
  const key = `${code} ${rank}`
  let choice = choices.get(key)
  if (choice === undefined) {
    choice = choiceOf(code, rank)
    choices.set(key, choice)
  }
  const { own, general } = choice
  const list = own.length > 0 && (general.length === 0 || random.chance(0.65)) ? own : general
  return list.length === 0 ? undefined : random.early(list)
}

type Choice = { own: readonly Role[]; general: readonly Role[] }
const choices = new Map<string, Choice>()

const byRank = Map.groupBy(roles, ({ position }) => `${position.department} ${position.seniority}`)
const generalByRank = new Map(
  [...byRank].map(([rank, list]) => [
    rank,
    list.filter(({ position }) => position.industries.length === 0),
  ]),
)

const choiceOf = (code: string, rank: string): Choice => ({
  own: (byRank.get(rank) ?? []).filter(({ position }) =>
    position.industries.some((start) => code.startsWith(start)),
  ),
  general: generalByRank.get(rank) ?? [],
})

const foundIn = ({ position: { industries } }: Role, code: string): boolean =>
  industries.length === 0 || industries.some((start) => code.startsWith(start))

const pyramids = [
  'Manager 9, Senior 17, Staff 60, Entry 14',
  'Manager 19, Senior 19, Staff 47, Entry 13, Intern 2',
  'Board/company director 1.2, VP/GM 1, Head 2, Director 8, Manager 19, Senior 21, Staff 36, Entry 10, Intern 1.8',
  'Board/company director 1.2, VP/GM 3, Head 6, Director 9, Manager 23, Senior 24, Staff 26, Entry 6, Intern 1.8',
].map((list) => weighted(shares(list)))

export const rankFor = (random: Random, band: number): string =>
  pyramids[Math.min(band, pyramids.length - 1)]?.(random) ?? 'Staff'

const teams = new Map(Object.entries(sectors).map(([name, { team }]) => [name, weighted(team)]))
const leads = new Map(Object.entries(sectors).map(([name, entry]) => [name, weighted(entry.leads)]))
const chiefs = weighted(
  shares('Chief Executive Officer 62, Managing Director 32, Executive Chair 2, General Manager 4'),
)

export const departmentFor = (random: Random, sector: SectorName): string =>
  teams.get(sector)?.(random) ?? 'Operations'

const small =
  'Operations Manager 60, Office Manager 50, Sales Manager 24, Bookkeeper 34, Company Director 26'
const middle =
  'Operations Manager 74, Finance Manager 62, General Manager 50, Sales Manager 46, Human Resources Manager 44, Marketing Manager 40, Business Development Manager 34, IT Manager 30, Chief Financial Officer 26, Operations Director 44, Sales Director 26, Finance Director 24, HSE Manager 24, Executive Assistant 22, Company Director 24, Procurement Manager 16, Customer Service Manager 16'
const large =
  'Chief Financial Officer 86, Chief Operating Officer 66, Chief People Officer 52, Chief Information Officer 48, General Counsel 34, Chief Marketing Officer 36, Chief Technology Officer 32, Chairperson 40, Non-Executive Director 46, Company Secretary 30, Chief Commercial Officer 26, Chief Customer Officer 18, Chief Risk Officer 14, Chief Procurement Officer 12, Chief Information Security Officer 16, Chief Data Officer 14, Chief Product Officer 12, Chief Supply Chain Officer 10, Chief Legal Officer 8, Chief Medical Officer 0, Chief Scientist 5, Chief Design Officer 2, Chief Engineer 4, Executive Assistant 40, General Manager Operations 40, Operations Director 26, Sales Director 24, Marketing Director 18, Head of People and Culture 24, Head of Procurement 24, Head of IT 24, Head of Sales 22, Head of Marketing 22, Head of Finance 22'

const ladder = (list: string): (readonly [Role, number])[] =>
  shares(list)
    .filter(([, percent]) => percent > 0)
    .map(([title, percent]) => [roleNamed(title), percent / 100])
const ladders = [small, small, middle, large].map(ladder)

const everywhere = ['Executive', 'Finance', 'HR', 'Admin', 'Operations', 'IT', 'Marketing', 'Legal']

const staffed = new Map(
  Object.entries(sectors).map(([name, { team }]) => [
    name,
    new Set([...everywhere, ...team.map(([department]) => department)]),
  ]),
)

/** The head first; each title once. */
export const leadersOf = (
  random: Random,
  code: string,
  sector: SectorName,
  band: number,
  count: number,
): Role[] => {
  if (count === 0) return []
  const drawn = band <= 1 ? leads.get(sector)?.(random) : chiefs(random)
  const first = code === 'P802' && band <= 4 ? 'Principal' : (drawn ?? 'Managing Director')
  const found = [roleNamed(first)]
  if (band === 0 && !random.chance(0.3)) return found
  const fits = staffed.get(sector)
  for (const [role, share] of ladders[Math.min(band, 3)] ?? [])
    if (
      found.length < count * 0.45 &&
      fits?.has(role.position.department) &&
      foundIn(role, code) &&
      random.chance(share) &&
      !found.includes(role)
    )
      found.push(role)
  return found
}
