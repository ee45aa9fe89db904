import {
  createCandidateIndex,
  type Candidate,
  type CandidateIndex,
} from '../entity-matching/candidates.ts'
import {
  contradiction,
  differs,
  elsewhere,
  matchByKeys,
  type Rung,
  type Verdict,
} from '../entity-matching/ladder.ts'
import { alikeFrom, type SimilarNames } from '../entity-matching/similar-names.ts'
import { similarity } from '../entity-matching/similarity.ts'
import type { WantedCompany } from './company-row.ts'
import type { Lookups } from './lookups.ts'
import {
  toAccepted,
  eachInTurn,
  maxReviewScore,
  nothingToGoBy,
  toReview,
  type Outcome,
  type Suggestion,
} from './outcome.ts'

/** Product 2.11; null is a row with nothing to match by. */
export const matchCompanies = async (
  lookups: Lookups,
  rows: readonly (WantedCompany | null)[],
): Promise<Outcome[]> => {
  const index = await knownCompanies(lookups, rows)
  const outcomes: Outcome[] = rows.map(() => nothingToGoBy.company)
  const open: { at: number; wanted: WantedCompany; offered: Suggestion[] }[] = []
  await eachInTurn(rows, (wanted, at) => {
    if (wanted === null) return
    const verdict = judged(wanted, index)
    if (verdict?.kind === 'match') outcomes[at] = toAccepted(verdict.found)
    else open.push({ at, wanted, offered: verdict?.offered ?? [] })
  })
  if (open.length === 0) return outcomes
  const similar = await lookups.similarCompanies()
  const alike = new Map<string, string[]>()
  await eachInTurn(open, ({ wanted }) => {
    for (const key of namesOf(wanted)) if (!alike.has(key)) alike.set(key, likeIds(similar, key))
  })
  const missing = [...new Set([...alike.values()].flat())].filter((id) => !index.get(id))
  for (const candidate of await lookups.companiesByIds(missing)) index.add(candidate)
  await eachInTurn(open, ({ at, wanted, offered }) => {
    const near = namesOf(wanted)
      .flatMap((key) => [
        ...index.find('name_key', key),
        ...(alike.get(key) ?? []).flatMap((id) => index.get(id) ?? []),
      ])
      .concat(index.find('domain_key', wanted.domain_key))
    outcomes[at] = toReview([...offered, ...near.flatMap((each) => likelihood(wanted, each))])
  })
  return outcomes
}

export const knownCompanies = async (
  lookups: Lookups,
  rows: readonly (WantedCompany | null)[],
): Promise<CandidateIndex> => {
  const wanted = rows.filter((row) => row !== null)
  const keys = (of: (row: WantedCompany) => string | null | undefined): string[] => [
    ...new Set(
      wanted.map(of).filter((key): key is string => typeof key === 'string' && key !== ''),
    ),
  ]
  const found = await lookups.companies({
    abn: keys((row) => row.abn),
    acn: keys((row) => row.acn),
    nzbn: keys((row) => row.nzbn),
    lei: keys((row) => row.lei),
    linkedin: keys((row) => row.linkedin),
    domain_key: keys((row) => row.domain_key),
    name_key: [...new Set([...keys((row) => row.name_key), ...keys((row) => row.otherKey)])],
  })
  const index = createCandidateIndex()
  for (const candidate of found) index.add(candidate)
  return index
}

export const likeIds = (similar: SimilarNames, nameKey: string): string[] =>
  nameKey.length < 4 ? [] : similar.like(nameKey, 6).map(({ id }) => id)

const namesOf = ({ name_key: name, otherKey: other }: WantedCompany): string[] =>
  [name, other].filter((key): key is string => key !== null && key !== '')

type Judged = { kind: 'match'; found: Suggestion } | { kind: 'open'; offered: Suggestion[] }

const judged = (wanted: WantedCompany, index: CandidateIndex): Judged | undefined => {
  const verdict = matchByKeys(wanted, index)
  if (verdict?.kind === 'match') return certain(wanted, verdict, index)
  if (wanted.otherKey !== null) {
    const other = { ...wanted, name_key: wanted.otherKey }
    const again = matchByKeys(other, index)
    if (again?.kind === 'match') return certain(other, again, index)
  }
  if (verdict?.kind !== 'review') return undefined
  const { score, reason } = verdict
  return { kind: 'open', offered: verdict.ids.map((id) => ({ id, score, reason })) }
}

/** A domain alone identifies a company unless the names contradict it: a shared mail domain must not be charged as a match. */
const certain = (
  wanted: WantedCompany,
  { id, score, rung }: Extract<Verdict, { kind: 'match' }>,
  index: CandidateIndex,
): Judged => {
  const candidate = index.get(id)
  if (rung === 'domain' && candidate && namesDiffer(wanted, candidate))
    return {
      kind: 'open',
      offered: [{ id, score: maxReviewScore, reason: 'domain agrees and name differs' }],
    }
  return { kind: 'match', found: { id, score, reason: reasonOf(wanted, rung, candidate) } }
}

const namesDiffer = (wanted: WantedCompany, candidate: Candidate): boolean => {
  const names = namesOf(wanted)
  if (names.length === 0) return false
  const tokens = new Set(candidate.name_key.split(' ').filter((token) => token.length > 2))
  return !names.some(
    (name) =>
      similarity(name, candidate.name_key) >= 0.5 ||
      name.split(' ').some((token) => tokens.has(token)),
  )
}

const numbers = ['abn', 'acn', 'nzbn', 'lei'] as const

const reasonOf = (wanted: WantedCompany, rung: Rung, candidate: Candidate | undefined): string => {
  if (rung !== 'identifier') return reasons[rung] ?? `${rung} agree`
  const equal = numbers.filter(
    (kind) => wanted[kind] !== null && wanted[kind] === candidate?.[kind],
  )
  const names = equal.map((kind) => kind.toUpperCase()).join(' and ')
  return `${names} ${equal.length > 1 ? 'agree' : 'agrees'}`
}

const reasons: Partial<Record<Rung, string>> = {
  'domain and name': 'domain and name agree',
  LinkedIn: 'LinkedIn page agrees',
  domain: 'the only company at this domain',
  'name and postcode': 'name and postcode agree',
  'registered name': 'registered name agrees',
  'name and state': 'name and state agree',
}

/** 60 to 79, from name similarity and other evidence, where no rung decides. */
const likelihood = (wanted: WantedCompany, candidate: Candidate): Suggestion[] => {
  if (contradiction(wanted, candidate) || elsewhere(wanted, candidate)) return []
  const alike = Math.max(
    0,
    ...namesOf(wanted).map((name) => similarity(name, candidate.name_key, alikeFrom)),
  )
  const same = (value: string | null, other: string | null): boolean =>
    value !== null && value === other
  const domain = same(wanted.domain_key, candidate.domain_key)
  if (alike === 0)
    return domain ? [{ id: candidate.id, score: 66, reason: 'domain agrees and name differs' }] : []
  const evidence = [alike === 1 ? 'name agrees' : `name ${Math.round(alike * 100)}% similar`]
  let score = 60 + Math.round(((alike - alikeFrom) / (1 - alikeFrom)) * 12)
  const weigh = (what: string, agrees: boolean, differs: boolean, more: number, less: number) => {
    if (agrees) evidence.push(`${what} agrees`)
    else if (differs) evidence.push(`${what} differs`)
    score += agrees ? more : differs ? -less : 0
  }
  weigh('domain', domain, differs(wanted.domain_key, candidate.domain_key), 7, 6)
  const postcode = same(wanted.postcode, candidate.postcode)
  weigh('postcode', postcode, false, 5, 0)
  // A row's state may be guessed from its postcode, which is also one of the other country.
  const otherState = !postcode && differs(wanted.state, candidate.state)
  weigh('state', same(wanted.state, candidate.state), otherState, 2, 6)
  return [{ id: candidate.id, score: Math.min(maxReviewScore, score), reason: evidence.join(', ') }]
}
