import { knownCompanies } from './company-matches.ts'
import { employersOf, peopleNamed } from './employers.ts'
import type { Lookups } from './lookups.ts'
import { eachInTurn, nothingToGoBy, toUnmatched, type Outcome } from './outcome.ts'
import { matchExactly } from './person-exact.ts'
import type { WantedPerson } from './person-row.ts'
import { findSimilar, type OpenRow } from './person-similar.ts'

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
  const allEmployers = rows.map((row) => employersOf(row?.employer ?? null, companies))
  const named = await peopleNamed(lookups, rows, allEmployers)

  const exact: Outcome[] = rows.map(() => nothingToGoBy.people)
  const open: OpenRow[] = []
  await eachInTurn(rows, (row, at) => {
    if (row === null) return
    const employers = allEmployers[at] ?? []
    const outcome = matchExactly(row, {
      email: byEmail.people.get(row.email ?? '') ?? [],
      page: byPage.get(row.linkedin ?? '') ?? [],
      named,
      employers,
    })
    exact[at] = outcome
    if (outcome.state === 'unmatched' && row.names.length > 0 && row.employer !== null)
      open.push({ at, row, employers })
  })
  const similar = await findSimilar(lookups, open, companies)
  return exact.map((found, at) => {
    const outcome = similar.get(at) ?? found
    const row = rows[at]
    return row && outcome.state === 'unmatched'
      ? explainUnmatched(outcome, row, byEmail.skipped)
      : outcome
  })
}

/** The same text whether we know the address or not: a file of guesses must not find out which addresses exist. */
const explainUnmatched = (
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
