import { seniorities } from '../../contract/search/bands.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { titles } from './titles.ts'

/** `industries` are prefixes of ANZSIC codes; an empty list means any industry. */
export type Position = {
  title: string
  seniority: string
  department: string
  industries: readonly string[]
}

const read = (): Position[] =>
  Object.entries(titles).flatMap(([department, lines]) =>
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const colon = line.indexOf(': ')
        return line
          .slice(colon + 2)
          .split(', ')
          .map((entry): Position => {
            const [, title = entry, codes] = /^(.*?)(?: \[(.*)\])?$/.exec(entry) ?? []
            const industries = codes === undefined ? [] : codes.split(' ')
            return { title, seniority: line.slice(0, colon), department, industries }
          })
      }),
  )

export const positions: readonly Position[] = read()

const byTitle = new Map(positions.map((position) => [foldText(position.title), position]))

export const abbreviations: readonly (readonly [short: string, long: string])[] = [
  ['CEO', 'Chief Executive Officer'],
  ['CFO', 'Chief Financial Officer'],
  ['COO', 'Chief Operating Officer'],
  ['CIO', 'Chief Information Officer'],
  ['CTO', 'Chief Technology Officer'],
  ['CMO', 'Chief Marketing Officer'],
  ['CISO', 'Chief Information Security Officer'],
  ['CRO', 'Chief Revenue Officer'],
  ['MD', 'Managing Director'],
  ['GM', 'General Manager'],
  ['BDM', 'Business Development Manager'],
  ['EA', 'Executive Assistant'],
  ['PA', 'Personal Assistant'],
  ['VP', 'Vice President'],
  ['GP', 'General Practitioner'],
  ['NUM', 'Nurse Unit Manager'],
  ['Snr', 'Senior'],
  ['Sr', 'Senior'],
  ['Jnr', 'Junior'],
  ['Mgr', 'Manager'],
  ['Exec', 'Executive'],
  ['Admin', 'Administration'],
  ['Asst', 'Assistant'],
  ['Rep', 'Representative'],
  ['Ops', 'Operations'],
  ['Dev', 'Development'],
  ['HR', 'Human Resources'],
]
const expansions = new Map(
  abbreviations.map(([short, expansion]) => [foldText(short), foldText(expansion)]),
)

export type CleanedPosition = { title: string; seniority?: string; department?: string }

/**
 * 'Snr Account Mgr - WA', 'Group CFO': a catalogued title where it recognises one; else the text, with rank and department
 * derived from it.
 */
export const cleanPosition = (written: string): CleanedPosition => {
  const tidy = written.trim().replace(/\s+/g, ' ')
  const bare = tidy.replace(/ ?\([^()]*\)/g, '')
  const head = bare.split(/ [-–—|@] |, | at /)[0] ?? bare
  const known = findPosition(foldText(head).split(' '))
  if (known) return { title: known.title, seniority: known.seniority, department: known.department }
  const text = ` ${expandTokens(foldText(bare).split(' '))} `
  const seniority = rankRules.find(([pattern]) => pattern.test(text))?.[1]
  const department = departmentRules.find(([pattern]) => pattern.test(text))?.[1]
  return { title: bare, ...(seniority && { seniority }), ...(department && { department }) }
}

const expandTokens = (tokens: readonly string[]): string =>
  tokens.map((token) => expansions.get(token) ?? token).join(' ')

const scopes = new Set(
  'group national state regional acting interim global apac anz australia the'.split(' '),
)

const findPosition = (tokens: readonly string[]): Position | undefined => {
  const whole = byTitle.get(tokens.join(' ')) ?? byTitle.get(expandTokens(tokens))
  if (whole !== undefined || tokens.length < 2 || !scopes.has(tokens[0] ?? '')) return whole
  return findPosition(tokens.slice(1))
}

const rankRules: readonly (readonly [RegExp, string])[] = [
  [/ (founder|owner|proprietor) /, 'Owner/Founder'],
  [/ (non executive director|board|chair(man|woman|person)?|trustee) /, 'Board/company director'],
  [/ (vice president|general manager|country manager) /, 'VP/GM'],
  [/ (chief( \w+)+ officer|chief executive|managing director|president) /, 'C-suite'],
  [/ (managing|equity|founding|senior)? ?partner (?!manager|success)/, 'Partner'],
  [/ (head|principal of|general counsel) /, 'Head'],
  [/ director /, 'Director'],
  [/ (assistant|trainee|apprentice|graduate|junior|cadet|receptionist) /, 'Entry'],
  [/ (intern|internship|student|work experience) /, 'Intern'],
  [/ (manager|superintendent|principal) /, 'Manager'],
  [/ (senior|lead|leader|supervisor|leading hand|specialist) /, 'Senior'],
  [/ \w/, 'Staff'],
]

const departmentRules: readonly (readonly [RegExp, string])[] = [
  [
    / (customer (success|service|experience|support|care)|contact centre|call centre) /,
    'Customer success',
  ],
  [/ (procurement|purchasing|buyer|sourcing|category) /, 'Procurement'],
  [/ (safety|hse|hseq|whs|ohs) /, 'Health & safety'],
  [/ (marketing|brand|communications?|media|seo|content|events?|growth) /, 'Marketing'],
  [
    / (sales|business development|account (manager|executive)|commercial|partnerships?|revenue) /,
    'Sales',
  ],
  [
    / (financ\w+|account(s|ant|ing)|payroll|treasur\w+|tax|audit\w*|bookkeep\w+|credit) /,
    'Finance',
  ],
  [/ (human resources|people|talent|recruit\w+) /, 'HR'],
  [/ (data|analytics|insights?|machine learning) /, 'Data'],
  [/ (product) /, 'Product'],
  [
    / (it|information|systems?|network|cyber|technology|infrastructure|help desk|service desk) /,
    'IT',
  ],
  [/ (engineer\w*|developer|software|devops|geolog\w+|survey\w+) /, 'Engineering'],
  [/ (design\w*|creative|ux|ui|architect\w*|draft\w+) /, 'Design'],
  [
    / (supply chain|logistics|warehouse|transport|driver|freight|fleet|stores?person) /,
    'Supply chain',
  ],
  [/ (legal|lawyer|solicitor|counsel|compliance|paralegal|conveyanc\w+) /, 'Legal'],
  [/ (property|facilit\w+|leasing|strata|real estate) /, 'Property/facilities'],
  [
    / (teach\w+|lectur\w+|educat\w+|school|train(er|ing)|tutor|professor|academic|curriculum) /,
    'Education',
  ],
  [
    / (nurs\w+|clinic\w*|medical|doctor|dent\w+|physio\w*|therap\w+|pharmac\w+|vet\w*|psycholog\w+|care) /,
    'Clinical',
  ],
  [
    / (electrician|plumber|carpenter|fitter|mechanic|technician|boilermaker|welder|operator|labourer|apprentice|trade\w*|field) /,
    'Trades/field',
  ],
  [/ (research\w*|scientist|laborator\w+|innovation|r and d) /, 'R&D'],
  [/ (administrat\w+|reception\w*|secretary|office|assistant|clerk) /, 'Admin'],
  [
    / (operations?|project|production|site|plant|store|quality|branch|construction|manager) /,
    'Operations',
  ],
  [
    / (chief executive|managing director|founder|owner|president|chair\w*|partner|director|general) /,
    'Executive',
  ],
]

const technical = new Set(['Engineering', 'IT', 'Data', 'Product', 'R&D', 'Design', 'Clinical'])

/** Product 2.10: inferred from rank and department, never known. */
export const influencerOf = (
  seniority: string | undefined,
  department: string | undefined,
): string | undefined => {
  const rank = seniorities.findIndex((option) => option.value === seniority)
  if (rank === -1) return undefined
  const at = (name: string): number => seniorities.findIndex((option) => option.value === name)
  if (rank <= at('VP/GM')) return 'Decision maker'
  if (rank <= at('Director')) return 'Budget holder'
  if (department === 'Admin') return 'Gatekeeper'
  if (department === 'Procurement') return rank <= at('Manager') ? 'Budget holder' : 'Gatekeeper'
  if (technical.has(department ?? '') && rank <= at('Senior')) return 'Technical evaluator'
  return rank <= at('Senior') ? 'Champion' : 'User'
}
