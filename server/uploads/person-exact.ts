import { differs } from '../entity-matching/ladder.ts'
import { keyOf, type Employer } from './employers.ts'
import type { PersonCandidate } from './lookups.ts'
import { maxReviewScore, toAccepted, toReview, type Outcome } from './outcome.ts'
import { mayBe } from './person-names.ts'
import type { WantedPerson } from './person-row.ts'

export type Evidence = {
  email: readonly PersonCandidate[]
  page: readonly PersonCandidate[]
  named: ReadonlyMap<string, readonly PersonCandidate[]>
  employers: readonly Employer[]
}

/** Of what agrees alone (product 2.11). */
const scores = { email: 100, page: 98, nameAndDomain: 92, nameAndCompany: 82 }
/** Of the profile where the email is another person's: the email is better proof. */
const otherProfileScore = maxReviewScore - 1
/** Of a name at a company of the same name with another domain. */
const otherDomainScore = maxReviewScore - 3

/** By email, LinkedIn profile, or the same name at the row's company. */
export const matchExactly = (row: WantedPerson, evidence: Evidence): Outcome =>
  disagreement(evidence) ??
  matchByKey(row, evidence.email, scores.email, 'email') ??
  matchByKey(row, evidence.page, scores.page, 'LinkedIn profile') ??
  matchByEmployer(row, evidence)

const disagreement = ({ email, page }: Evidence): Outcome | null => {
  const [mail] = email
  const [profile] = page
  if (!mail || !profile || page.some(({ id }) => email.some((person) => person.id === id)))
    return null
  return toReview([
    {
      id: mail.id,
      score: maxReviewScore,
      reason: 'email agrees and LinkedIn profile is another person’s',
    },
    {
      id: profile.id,
      score: otherProfileScore,
      reason: 'LinkedIn profile agrees and email is another person’s',
    },
  ])
}

const matchByKey = (
  { names }: WantedPerson,
  people: readonly PersonCandidate[],
  score: number,
  key: string,
): Outcome | null => {
  if (people.length === 0) return null
  const fitting = people.filter(({ nameKey }) => mayBe(names, nameKey))
  const [only] = fitting
  if (only && fitting.length === 1)
    return toAccepted({ id: only.id, score, reason: `${key} agrees` })
  const [shown, reason] = only
    ? [fitting, `several people share the ${key}`]
    : [people, `${key} agrees and name differs`]
  return toReview(shown.map(({ id }) => ({ id, score: maxReviewScore, reason })))
}

type Found = { person: PersonCandidate; employer: Employer }

const matchByEmployer = (row: WantedPerson, evidence: Evidence): Outcome => {
  const byDomain = peopleAt(row, evidence, ['number', 'domain'])
  if (byDomain.length > 1) return severalThere(byDomain)
  const [there] = byDomain
  if (there) return acceptNamed(there, scores.nameAndDomain)
  const byName = peopleAt(row, evidence, ['name'])
  if (byName.length > 1) return severalThere(byName)
  const [found] = byName
  if (!found) return toReview([])
  if (differs(row.employer?.domain_key ?? null, found.employer.company.domain_key))
    return toReview([
      {
        id: found.person.id,
        score: otherDomainScore,
        reason: 'name and company name agree, domain differs',
      },
    ])
  return acceptNamed(found, scores.nameAndCompany)
}

const peopleAt = (
  { names }: WantedPerson,
  { named, employers }: Evidence,
  proofs: readonly Employer['by'][],
): Found[] => {
  const people = new Map<string, Found>()
  for (const employer of employers.filter(({ by }) => proofs.includes(by)))
    for (const name of names)
      for (const person of named.get(keyOf(employer.company.id, name)) ?? [])
        people.set(person.id, { person, employer })
  return [...people.values()]
}

const severalThere = (found: readonly Found[]): Outcome =>
  toReview(
    found.map(({ person }) => ({
      id: person.id,
      score: maxReviewScore,
      reason: 'several people of this name work there',
    })),
  )

const acceptNamed = ({ person, employer }: Found, score: number): Outcome =>
  toAccepted({ id: person.id, score, reason: `name and company ${employer.by} agree` })
