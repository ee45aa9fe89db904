import type { AccountIntelligence } from './account-intelligence.ts'
import { companyBands } from '../search/bands.ts'
import type { Also } from '../search/match.ts'
import type { SearchDoc } from '../search/search-doc.ts'

export type FitPart = 'industry' | 'size' | 'region' | 'competitor'

/** `grades` are from best to worst; the first that matches counts with its share of the weight. */
export type FitRule = {
  part: FitPart
  weight: number
  grades: readonly { clause: Also; share: number }[]
}

/** `barring` is in order. */
export type FitRules = { barring: readonly Also[]; rules: readonly FitRule[] }

/** From 0 to 100, the sum of its parts. `barred` names the violated rule; the score is then 0. */
export type Fit = {
  score: number
  parts: readonly { part: FitPart; points: number; max: number }[]
  barred: Also | null
}

export type FitLevel = { score: number; clauses: readonly Also[] }

const half = 0.5

/** Null without an ideal customer profile. */
export const fitRules = (config: AccountIntelligence): FitRules | null => {
  const { industries, sizes, regions } = config.idealCustomer
  const { weights } = config
  const chosen = industries.map(({ division, group }) => group ?? division)
  const divisions = industries.map(({ division }) => division)
  const bands = companyBands.map((band) => band.value)
  const neighbours = bands.filter((_, index) =>
    [index - 1, index + 1].some((next) => sizes.includes(bands[next] ?? '')),
  )
  const rules: FitRule[] = [
    rule('industry', weights.industry, [
      [{ industry: chosen }, 1],
      [{ industry: divisions }, half],
    ]),
    rule('size', weights.size, [
      [{ company_size: sizes }, 1],
      [{ company_size: neighbours }, half],
    ]),
    rule('region', weights.region, [[{ location: regions }, 1]]),
    rule('competitor', weights.competitor, [[{ technographics: config.competitors }, 1]]),
  ].filter(({ weight, grades }) => weight > 0 && described(grades[0]?.clause))
  return rules.length === 0 ? null : { barring: barringOf(config.idealCustomer), rules }
}

export const barringOf = ({
  must,
  never,
}: Pick<AccountIntelligence['idealCustomer'], 'must' | 'never'>): Also[] => [
  ...Object.entries(must).map(([identifier, values]): Also => ({
    values: { [identifier]: values },
  })),
  // Missing a `must` bars a company, and so does meeting a `never`.
  ...Object.entries(never).map(([identifier, values]): Also => ({
    values: { [identifier]: values },
    not: true,
  })),
]

export const fitOf = (doc: Pick<SearchDoc, 'facets'>, { barring, rules }: FitRules): Fit => {
  const total = wholeOf(rules)
  const met = rules.map(({ part, weight, grades }) => ({
    part,
    weight,
    share: grades.find(({ clause }) => meets(doc, clause))?.share ?? 0,
  }))
  const barred = barring.find((clause) => !meets(doc, clause)) ?? null
  const points = shared(met, total)
  return {
    score: barred ? 0 : points.reduce((sum, each) => sum + each.points, 0),
    parts: points,
    barred,
  }
}

/** Best fit first; levels with equal matches are adjacent within a score. */
export const fitLevels = ({ barring, rules }: FitRules): FitLevel[] => {
  const total = wholeOf(rules)
  const outcomes = rules.reduce<Outcome[]>(
    (before, rule) =>
      before.flatMap(({ clauses, met }) =>
        outcomesOf(rule).map((own) => ({
          clauses: [...clauses, ...own.clauses],
          met: [...met, { part: rule.part, weight: rule.weight, share: own.share }],
        })),
      ),
    [{ clauses: [...barring], met: [] }],
  )
  const levels = outcomes.map(({ clauses, met }) => ({
    score: shared(met, total).reduce((sum, each) => sum + each.points, 0),
    clauses,
  }))
  levels.sort((level, next) => next.score - level.score)
  const barredLevels = barring.map((clause, index) => ({
    score: 0,
    clauses: [...barring.slice(0, index), opposite(clause)],
  }))
  return [...levels, ...barredLevels]
}

export const meets = (doc: Pick<SearchDoc, 'facets'>, { values, not }: Also): boolean =>
  Object.entries(values).some(([identifier, wanted]) =>
    wanted.some((value) => doc.facets[identifier]?.includes(value) === true),
  ) !==
  (not === true)

type Met = { part: FitPart; weight: number; share: number }
type Outcome = { clauses: Also[]; met: Met[] }

const rule = (
  part: FitPart,
  weight: number,
  grades: readonly (readonly [Also['values'], number])[],
): FitRule => ({
  part,
  weight,
  grades: grades.map(([values, share]) => ({ clause: { values }, share })),
})

const described = (clause: Also | undefined): boolean =>
  clause !== undefined && Object.values(clause.values).some((values) => values.length > 0)

const opposite = ({ values, not }: Also): Also => (not ? { values } : { values, not: true })

/** Each grade where no better one matches, or none. */
const outcomesOf = ({ grades }: FitRule): { clauses: Also[]; share: number }[] => [
  ...grades.map(({ clause, share }, index) => ({
    clauses: [...grades.slice(0, index).map((better) => opposite(better.clause)), clause],
    share,
  })),
  { clauses: grades.map(({ clause }) => opposite(clause)), share: 0 },
]

const wholeOf = (rules: readonly FitRule[]): number =>
  rules.reduce((sum, { weight }) => sum + weight, 0)

/** Rounded so that they add up to the rounded total. */
const shared = (
  met: readonly Met[],
  whole: number,
): { part: FitPart; points: number; max: number }[] => {
  let given = 0
  let open = 0
  let possible = 0
  return met.map(({ part, weight, share }) => {
    const upTo = Math.round((100 * (open += weight * share)) / whole)
    const maxUpTo = Math.round((100 * (possible += weight)) / whole)
    const maxBefore = Math.round((100 * (possible - weight)) / whole)
    const points = upTo - given
    given = upTo
    return { part, points, max: maxUpTo - maxBefore }
  })
}
