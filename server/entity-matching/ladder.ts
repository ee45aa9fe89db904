import type { Candidate, CandidateIndex, MatchKeys, MatchKind } from './candidates.ts'
import { companyForm } from './name-keys.ts'
import { similarity } from './similarity.ts'

export type Rung =
  | 'identifier'
  | 'domain and name'
  | 'LinkedIn'
  | 'ticker and name'
  | 'domain'
  | 'name and postcode'
  | 'registered name'
  | 'name and state'
  | 'public name'
  | 'name and source'

/** One record (80 to 100), records for a user to review (60 to 79), or a new company. */
export type Verdict =
  | { kind: 'match'; id: string; score: number; rung: Rung }
  | { kind: 'review'; score: number; reason: string; ids: readonly string[] }
  | { kind: 'new' }

/**
 * Product 2.11, strongest evidence first. Never matches a record with a contradicting identifier, and leaves ties to a user.
 * Beyond product 2.11: the name of a company is unique on the register of its country (decision 054), and a name alone matches a
 * record from the same source, so that a bare list can be imported twice.
 */
export const matchCompany = (wanted: MatchKeys, index: CandidateIndex): Verdict =>
  matchByKeys(wanted, index) ?? bySimilarity(wanted, index)

export const matchByKeys = (wanted: MatchKeys, index: CandidateIndex): Verdict | undefined =>
  byIdentifier(wanted, index) ?? byEvidence(wanted, index)

/** Numbers of registers: a record with the same one is the same company. */
export const official = ['abn', 'acn', 'nzbn', 'lei'] as const satisfies readonly MatchKind[]

const byIdentifier = (wanted: MatchKeys, index: CandidateIndex): Verdict | undefined => {
  const kinds: MatchKind[] = exchangeOf(wanted.ticker) ? [...official, 'ticker'] : [...official]
  const found = kinds.flatMap((kind) =>
    index.find(kind, wanted[kind]).map((candidate) => ({ kind, candidate })),
  )
  const [first] = found
  if (!first) return undefined
  const other = found.find(({ candidate }) => candidate.id !== first.candidate.id)
  if (other)
    return review(
      79,
      `its ${title(first.kind)} is that of ${first.candidate.name} and its ${title(other.kind)} that of ${other.candidate.name}`,
      [...new Set(found.map(({ candidate }) => candidate.id))],
    )
  const contradicted = contradiction(wanted, first.candidate)
  if (contradicted)
    return review(
      79,
      `its ${title(first.kind)} is that of ${first.candidate.name}, which has another ${title(contradicted)}`,
      [first.candidate.id],
    )
  return match(first.candidate, 100, 'identifier')
}

const byEvidence = (wanted: MatchKeys, index: CandidateIndex): Verdict | undefined => {
  const possible = (candidates: Candidate[]): Candidate[] =>
    candidates.filter((candidate) => !contradiction(wanted, candidate))
  const namesakes = possible(index.find('name_key', wanted.name_key))
  const named = namesakes.filter((candidate) => !elsewhere(wanted, candidate))
  const atDomain = possible(index.find('domain_key', wanted.domain_key))
  const otherwise = named.filter((candidate) => !differs(wanted.domain_key, candidate.domain_key))
  const rungs: [Rung, number, Candidate[]][] = [
    ['domain and name', 97, atDomain.filter((candidate) => candidate.name_key === wanted.name_key)],
    ['LinkedIn', 95, possible(index.find('linkedin', wanted.linkedin))],
    [
      'ticker and name',
      95,
      namesakes.filter((candidate) => equal(wanted.ticker, candidate.ticker)),
    ],
    ['domain', 92, atDomain.length === 1 ? atDomain : []],
    [
      'name and postcode',
      88,
      otherwise.filter((candidate) => equal(wanted.postcode, candidate.postcode)),
    ],
    ['registered name', 85, otherwise.filter((candidate) => isOnRegister(wanted, candidate))],
    ['name and state', 80, otherwise.filter((candidate) => equal(wanted.state, candidate.state))],
    ['public name', 80, otherwise.filter((candidate) => bothPublic(wanted, candidate))],
    ['name and source', 80, otherwise.filter((candidate) => bareRepeat(wanted, candidate))],
  ]
  for (const [rung, score, [only, ...more]] of rungs) {
    if (!only) continue
    if (more.length === 0) return match(only, score, rung)
    if (!hasIdentifier(wanted))
      return review(
        79,
        `${more.length + 1} known companies share its ${rung}`,
        [only, ...more].map(({ id }) => id),
      )
  }
  return undefined
}

/** A similar name holds back only rows without identifier, domain or page, since those tell companies apart. */
const bySimilarity = (wanted: MatchKeys, index: CandidateIndex): Verdict => {
  if (hasIdentifier(wanted) || wanted.domain_key !== null || wanted.linkedin !== null)
    return { kind: 'new' }
  let best = 0
  let like: Candidate | undefined
  for (const candidate of index.near(wanted.name_key)) {
    if (contradiction(wanted, candidate)) continue
    if (elsewhere(wanted, candidate) || differs(wanted.state, candidate.state)) continue
    const alike = similarity(wanted.name_key, candidate.name_key)
    if (alike <= best) continue
    best = alike
    like = candidate
  }
  if (!like || best < alikeFrom) return { kind: 'new' }
  const score = 60 + Math.floor(((best - alikeFrom) / (1 - alikeFrom)) * 19)
  return review(
    score,
    best === 1
      ? `a company of this name is known (${like.name}) and the row has nothing else to tell whether it is the same`
      : `it may be ${like.name}, whose name is ${Math.round(best * 100)}% alike`,
    [like.id],
  )
}

const alikeFrom = 0.85

const match = (candidate: Candidate, score: number, rung: Rung): Verdict => ({
  kind: 'match',
  id: candidate.id,
  score,
  rung,
})
const review = (score: number, reason: string, ids: readonly string[]): Verdict => ({
  kind: 'review',
  score,
  reason,
  ids,
})

/** The exchange of a ticker such as ASX:BHP; a bare code means different companies on different exchanges. */
const exchangeOf = (ticker: string | null): string | undefined => /^(.+):/.exec(ticker ?? '')?.[1]

/** A company of the same name would not share it. */
export const hasIdentifier = (wanted: MatchKeys): boolean =>
  official.some((kind) => wanted[kind] !== null) || exchangeOf(wanted.ticker) !== undefined

export const contradiction = (wanted: MatchKeys, candidate: Candidate): MatchKind | undefined => {
  const kind = official.find((each) => differs(wanted[each], candidate[each]))
  if (kind) return kind
  const sameExchange = exchangeOf(wanted.ticker) === exchangeOf(candidate.ticker)
  return sameExchange && differs(wanted.ticker, candidate.ticker) ? 'ticker' : undefined
}

const equal = (a: string | null, b: string | null): boolean => a !== null && a === b
export const differs = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a !== b

/** WA is Western Australia or Washington, and 6011 is a postcode of Perth and of Wellington. */
export const elsewhere = (wanted: MatchKeys, candidate: Candidate): boolean =>
  differs(wanted.country, candidate.country)

/** One has a number of the register and both have a legal form: ASIC's register has no addresses. */
const isOnRegister = (wanted: MatchKeys, candidate: Candidate): boolean =>
  [wanted, candidate].some(({ acn, nzbn }) => acn !== null || nzbn !== null) &&
  companyForm(wanted.name) !== undefined &&
  companyForm(candidate.name) !== undefined &&
  equal(registerCountry(wanted), registerCountry(candidate)) &&
  !differs(wanted.state, candidate.state)

const registerCountry = ({ country, name, peopleIn }: MatchKeys): string | null =>
  country ?? (companyForm(name) === 'proprietary' ? 'AU' : (peopleIn ?? null))

const bothPublic = (wanted: MatchKeys, candidate: Candidate): boolean => {
  const [wantedKind, candidateKind] = [publicKind(wanted.type), publicKind(candidate.type)]
  return (
    wantedKind !== undefined &&
    wantedKind === candidateKind &&
    !differs(wanted.state, candidate.state)
  )
}
const publicKind = (type: string | null): string | undefined =>
  type?.startsWith('Public') === true ? 'Public' : type === 'Trust' ? 'Trust' : undefined

const bareRepeat = (wanted: MatchKeys, candidate: Candidate): boolean =>
  equal(wanted.source, candidate.source) &&
  wanted.state === candidate.state &&
  wanted.postcode === candidate.postcode

const titles: Partial<Record<MatchKind, string>> = { ticker: 'ticker' }
const title = (kind: MatchKind): string => titles[kind] ?? kind.toUpperCase()
