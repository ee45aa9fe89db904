import type { CandidateIndex } from '../entity-matching/candidates.ts'
import { differs } from '../entity-matching/ladder.ts'
import { alikeFrom } from '../entity-matching/similar-names.ts'
import { similarity } from '../entity-matching/similarity.ts'
import { likeIds } from './company-matches.ts'
import { keyOf, type Employer } from './employers.ts'
import type { Lookups, PersonCandidate } from './lookups.ts'
import { eachInTurn, maxReviewScore, toReview, type Outcome, type Suggestion } from './outcome.ts'
import { isShort } from './person-names.ts'
import type { WantedPerson } from './person-row.ts'

/** A row that nothing matches exactly; `at` is its index. */
export type OpenRow = { at: number; row: WantedPerson; employers: readonly Employer[] }

/**
 * Similar names at the row's company, or the same name at a company with a similar name. Returns outcomes by `at`; adds what it reads to
 * `companies`.
 */
export const findSimilar = async (
  lookups: Lookups,
  open: readonly OpenRow[],
  companies: CandidateIndex,
): Promise<Map<number, Outcome>> => {
  const outcomes = new Map<number, Outcome>()
  if (open.length === 0) return outcomes
  const rows = await withSimilarEmployers(lookups, open, companies)
  const staff = await staffSharingNames(lookups, rows)
  await eachInTurn(rows, ({ at, row, employers }) => {
    const found = employers.flatMap((employer) =>
      [...(staff.get(employer.company.id)?.values() ?? [])].flatMap((person) =>
        likelihood(row, person, employer),
      ),
    )
    outcomes.set(at, toReview(found))
  })
  return outcomes
}

const withSimilarEmployers = async (
  lookups: Lookups,
  open: readonly OpenRow[],
  companies: CandidateIndex,
): Promise<OpenRow[]> => {
  const similar = await lookups.similarCompanies()
  const similarIds = new Map<number, string[]>()
  await eachInTurn(open, ({ at, row, employers }) => {
    if (employers.length === 0) similarIds.set(at, likeIds(similar, row.employer?.name_key ?? ''))
  })
  const ids = [...new Set([...similarIds.values()].flat())]
  for (const company of await lookups.companiesByIds(ids)) companies.add(company)
  return open.map((each) => {
    const found = similarIds.get(each.at)?.flatMap((id) => companies.get(id) ?? [])
    return found ? { ...each, employers: found.map((company) => ({ company, by: 'like' })) } : each
  })
}

/** By company and id. */
const staffSharingNames = async (
  lookups: Lookups,
  rows: readonly OpenRow[],
): Promise<Map<string, Map<string, PersonCandidate>>> => {
  const queries = new Map<string, { company: string; tokens: string[] }>()
  for (const { row, employers } of rows) {
    const tokens = [...new Set(row.names.flatMap((name) => name.split(' ')))].toSorted()
    for (const { company } of employers)
      queries.set(keyOf(company.id, tokens.join(' ')), { company: company.id, tokens })
  }
  const found = await lookups.peopleSharing(
    [...queries.values()].map(({ company }) => company),
    [...queries.values()].map(({ tokens }) => tokens.filter((token) => token.length > 1)),
  )
  const staff = new Map<string, Map<string, PersonCandidate>>()
  for (const person of found) {
    const known = staff.get(person.companyId)
    if (known) known.set(person.id, person)
    else staff.set(person.companyId, new Map([[person.id, person]]))
  }
  return staff
}

/** By what the company agrees in; a name adds to it. */
const companyScores = { domain: 68, number: 68, name: 64, like: 60 } as const
const companyReasons = {
  domain: 'company domain agrees',
  number: 'company number agrees',
  name: 'company name agrees',
  like: 'company name similar',
} as const
/** The same name adds this much, a less similar one less. */
const sameNameScore = 10
const initialsScore = 3
const otherDomainPenalty = 4

const likelihood = (
  row: WantedPerson,
  person: PersonCandidate,
  { by, company }: Employer,
): Suggestion[] => {
  const alike = Math.max(0, ...row.names.map((name) => similarity(name, person.nameKey, alikeFrom)))
  const hasInitials = alike === 0 && row.names.some((name) => isShort(name, person.nameKey))
  if (alike === 0 && !hasInitials) return []
  const penalty = differs(row.employer?.domain_key ?? null, company.domain_key)
    ? otherDomainPenalty
    : 0
  const nameScore = hasInitials
    ? initialsScore
    : Math.round(((alike - alikeFrom) / (1 - alikeFrom)) * sameNameScore)
  return [
    {
      id: person.id,
      score: Math.min(maxReviewScore, companyScores[by] + nameScore - penalty),
      reason: `${nameReason(alike, hasInitials)}, ${companyReasons[by]}`,
    },
  ]
}

const nameReason = (alike: number, hasInitials: boolean): string => {
  if (hasInitials) return 'initial and surname agree'
  return alike === 1 ? 'name agrees' : `name ${Math.round(alike * 100)}% similar`
}
