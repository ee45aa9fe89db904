import type { Candidate, CandidateIndex } from '../entity-matching/candidates.ts'
import { differs } from '../entity-matching/ladder.ts'
import { alikeFrom } from '../entity-matching/similar-names.ts'
import { similarity } from '../entity-matching/similarity.ts'
import { knownCompanies, likeIds } from './company-matches.ts'
import type { WantedCompany } from './company-row.ts'
import type { Lookups, PersonCandidate } from './lookups.ts'
import {
  toAccepted,
  eachInTurn,
  nothingToGoBy,
  toReview,
  toUnmatched,
  type Outcome,
  type Suggestion,
} from './outcome.ts'
import type { WantedPerson } from './person-row.ts'

/** Product 2.11; null is a row with nothing to match by. */
export const matchPeople = async (
  lookups: Lookups,
  rows: readonly (WantedPerson | null)[],
): Promise<Outcome[]> => {
  const wanted = rows.filter((row) => row !== null)
  const texts = (of: (row: WantedPerson) => string | null): string[] => [
    ...new Set(wanted.map(of).filter((text) => text !== null)),
  ]
  const byEmail = await lookups.unlockedByEmail(texts((row) => row.email))
  const byPage = await lookups.peopleByLinkedin(texts((row) => row.linkedin))
  const companies = await knownCompanies(
    lookups,
    rows.map((row) => (row === null || row.names.length === 0 ? null : row.employer)),
  )
  const employers = rows.map((row) => employersOf(row?.employer ?? null, companies))
  const named = await peopleNamed(lookups, rows, employers)

  const outcomes: Outcome[] = rows.map(() => nothingToGoBy.people)
  const open: number[] = []
  await eachInTurn(rows, (row, at) => {
    if (row === null) return
    const found = judged(row, {
      email: byEmail.people.get(row.email ?? '') ?? [],
      page: byPage.get(row.linkedin ?? '') ?? [],
      named,
      employers: employers[at] ?? [],
    })
    outcomes[at] = found
    if (found.state === 'unmatched' && row.names.length > 0 && row.employer !== null) open.push(at)
  })
  await lookAlike(lookups, rows, open, { employers, companies, outcomes })
  return outcomes.map((outcome, at) => {
    const row = rows[at]
    return row && outcome.state === 'unmatched' ? explained(outcome, row, byEmail.skipped) : outcome
  })
}

/** The text is the same whether the address is right or wrong. */
const explained = (
  outcome: Outcome,
  { email, names, employer, linkedin }: WantedPerson,
  skipped: ReadonlySet<string>,
): Outcome => {
  if (email === null) return outcome
  if (skipped.has(email)) return emailLimitReached
  return linkedin === null && (names.length === 0 || employer === null) ? emailAlone : outcome
}

const emailAlone = toUnmatched(
  'email alone only finds people you’ve revealed: add their name and company',
)

const emailLimitReached = toUnmatched(
  'you’ve reached today’s limit for unmatched emails: match the file again tomorrow',
)

type Employer = { company: Candidate; by: 'domain' | 'number' | 'name' | 'like' }

const numbers = ['abn', 'acn', 'nzbn', 'lei'] as const

const employersOf = (wanted: WantedCompany | null, index: CandidateIndex): Employer[] => {
  if (wanted === null) return []
  const found = new Map<string, Employer>()
  const note = (by: Employer['by'], candidates: readonly Candidate[]): void => {
    for (const company of candidates)
      if (!found.has(company.id)) found.set(company.id, { company, by })
  }
  for (const kind of numbers) note('number', index.find(kind, wanted[kind]))
  note('domain', index.find('domain_key', wanted.domain_key))
  note('name', wanted.name_key === '' ? [] : index.find('name_key', wanted.name_key))
  return [...found.values()].slice(0, 20)
}

const keyOf = (companyId: string, name: string): string => `${companyId} ${name}`

const peopleNamed = async (
  lookups: Lookups,
  rows: readonly (WantedPerson | null)[],
  employers: readonly (readonly Employer[])[],
): Promise<Map<string, PersonCandidate[]>> => {
  const pairs = new Map<string, [string, string]>()
  rows.forEach((row, at) => {
    for (const { company } of employers[at] ?? [])
      for (const name of row?.names ?? []) pairs.set(keyOf(company.id, name), [company.id, name])
  })
  const found = await lookups.peopleNamed(
    [...pairs.values()].map(([id]) => id),
    [...pairs.values()].map(([, name]) => name),
  )
  const named = new Map<string, PersonCandidate[]>()
  for (const person of found) {
    const key = keyOf(person.companyId, person.nameKey)
    named.set(key, [...(named.get(key) ?? []), person])
  }
  return named
}

type Evidence = {
  email: readonly PersonCandidate[]
  page: readonly PersonCandidate[]
  named: ReadonlyMap<string, readonly PersonCandidate[]>
  employers: readonly Employer[]
}

const judged = (row: WantedPerson, { email, page, named, employers }: Evidence): Outcome => {
  const keyed: [readonly PersonCandidate[], number, string][] = [
    [email, 100, 'email'],
    [page, 98, 'LinkedIn profile'],
  ]
  const [mail] = email
  const [profile] = page
  if (mail && profile && !page.some(({ id }) => email.some((candidate) => candidate.id === id)))
    return toReview([
      { id: mail.id, score: 79, reason: 'email agrees and LinkedIn profile is another person’s' },
      {
        id: profile.id,
        score: 78,
        reason: 'LinkedIn profile agrees and email is another person’s',
      },
    ])
  for (const [people, score, what] of keyed) {
    const fitting = people.filter(({ nameKey }) => mayBe(row.names, nameKey))
    const [only] = fitting
    if (only && fitting.length === 1)
      return toAccepted({ id: only.id, score, reason: `${what} agrees` })
    if (only)
      return toReview(
        fitting.map(({ id }) => ({ id, score: 79, reason: `several people share the ${what}` })),
      )
    if (people.length > 0)
      return toReview(
        people.map(({ id }) => ({ id, score: 79, reason: `${what} agrees and name differs` })),
      )
  }
  return byEmployer(row, named, employers)
}

const byEmployer = (
  row: WantedPerson,
  named: Evidence['named'],
  employers: readonly Employer[],
): Outcome => {
  const at = (
    bys: readonly Employer['by'][],
  ): { person: PersonCandidate; employer: Employer }[] => {
    const people = new Map<string, { person: PersonCandidate; employer: Employer }>()
    for (const employer of employers.filter(({ by }) => bys.includes(by)))
      for (const name of row.names)
        for (const person of named.get(keyOf(employer.company.id, name)) ?? [])
          people.set(person.id, { person, employer })
    return [...people.values()]
  }
  const rungs: [readonly Employer['by'][], number, string][] = [
    [['number', 'domain'], 92, 'domain'],
    [['name'], 82, 'name'],
  ]
  for (const [bys, score, what] of rungs) {
    const found = at(bys)
    const [only] = found
    if (!only) continue
    if (found.length > 1)
      return toReview(
        found.map(({ person }) => ({
          id: person.id,
          score: 79,
          reason: 'several people of this name work there',
        })),
      )
    const { person, employer } = only
    if (what === 'name' && differs(row.employer?.domain_key ?? null, employer.company.domain_key))
      return toReview([
        { id: person.id, score: 76, reason: 'name and company name agree, domain differs' },
      ])
    const proof = employer.by === 'number' ? 'number' : what
    return toAccepted({ id: person.id, score, reason: `name and company ${proof} agree` })
  }
  return toReview([])
}

type Open = {
  employers: readonly (readonly Employer[])[]
  companies: CandidateIndex
  outcomes: Outcome[]
}

/** At the row's company, or the same name at a company with a similar name. */
const lookAlike = async (
  lookups: Lookups,
  rows: readonly (WantedPerson | null)[],
  open: readonly number[],
  { employers, companies, outcomes }: Open,
): Promise<void> => {
  const where = new Map<number, readonly Employer[]>()
  const strayed: { at: number; ids: string[] }[] = []
  const similar = open.length === 0 ? null : await lookups.similarCompanies()
  await eachInTurn(open, (at) => {
    const known = employers[at] ?? []
    if (known.length > 0) where.set(at, known)
    else if (similar !== null)
      strayed.push({ at, ids: likeIds(similar, rows[at]?.employer?.name_key ?? '') })
  })
  const ids = [...new Set(strayed.flatMap((each) => each.ids))]
  for (const company of await lookups.companiesByIds(ids)) companies.add(company)
  for (const each of strayed)
    where.set(
      each.at,
      each.ids.flatMap((id) => {
        const company = companies.get(id)
        return company ? [{ company, by: 'like' as const }] : []
      }),
    )
  const queries = new Map<string, { company: string; tokens: string[] }>()
  for (const [at, places] of where) {
    const tokens = [
      ...new Set((rows[at]?.names ?? []).flatMap((name) => name.split(' '))),
    ].toSorted()
    for (const { company } of places)
      queries.set(keyOf(company.id, tokens.join(' ')), { company: company.id, tokens })
  }
  const staff = new Map<string, Map<string, PersonCandidate>>()
  const found = await lookups.peopleSharing(
    [...queries.values()].map(({ company }) => company),
    [...queries.values()].map(({ tokens }) => tokens.filter((token) => token.length > 1)),
  )
  for (const person of found) {
    const known = staff.get(person.companyId)
    if (known) known.set(person.id, person)
    else staff.set(person.companyId, new Map([[person.id, person]]))
  }
  await eachInTurn([...where], ([at, places]) => {
    const row = rows[at]
    if (!row) return
    outcomes[at] = toReview(
      places.flatMap((employer) =>
        [...(staff.get(employer.company.id)?.values() ?? [])].flatMap((person) =>
          likelihood(row, person, employer),
        ),
      ),
    )
  })
}

const bases = { domain: 68, number: 68, name: 64, like: 60 } as const
const worksThere = {
  domain: 'company domain agrees',
  number: 'company number agrees',
  name: 'company name agrees',
  like: 'company name similar',
} as const

const likelihood = (
  row: WantedPerson,
  person: PersonCandidate,
  { by, company }: Employer,
): Suggestion[] => {
  const alike = Math.max(0, ...row.names.map((name) => similarity(name, person.nameKey, alikeFrom)))
  const initials = alike === 0 && row.names.some((name) => isShort(name, person.nameKey))
  if (alike === 0 && !initials) return []
  const away = differs(row.employer?.domain_key ?? null, company.domain_key) ? 4 : 0
  const near = initials ? 3 : Math.round(((alike - alikeFrom) / (1 - alikeFrom)) * 10)
  const name = initials
    ? 'initial and surname agree'
    : alike === 1
      ? 'name agrees'
      : `name ${Math.round(alike * 100)}% similar`
  return [
    {
      id: person.id,
      score: Math.min(79, bases[by] + near - away),
      reason: `${name}, ${worksThere[by]}`,
    },
  ]
}

/** 'j smith' is short for 'jane smith'. */
const isShort = (short: string, whole: string): boolean => {
  const [initial = '', ...rest] = short.split(' ')
  const [first = '', ...others] = whole.split(' ')
  return (
    initial.length === 1 &&
    first.startsWith(initial) &&
    rest.length > 0 &&
    rest.join(' ') === others.join(' ')
  )
}

/** A shared token, or few typing errors. */
const mayBe = (names: readonly string[], known: string): boolean => {
  if (names.length === 0) return true
  const tokens = new Set(known.split(' '))
  return names.some(
    (name) =>
      name.split(' ').some((token) => tokens.has(token)) ||
      similarity(name, known) >= 0.6 ||
      isShort(name, known),
  )
}
