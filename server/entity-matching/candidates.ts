/** The keys by which a record can be looked up; each is an indexed column of the company table. */
export const matchKinds = [
  'abn',
  'acn',
  'nzbn',
  'lei',
  'ticker',
  'linkedin',
  'domain_key',
  'name_key',
] as const
export type MatchKind = (typeof matchKinds)[number]

/** What the ladder looks at, of a row to be matched as of a record: null is not known. `source` is where the name comes from. */
export type MatchKeys = Record<MatchKind, string | null> & {
  name: string
  name_key: string
  state: string | null
  postcode: string | null
  country: string | null
  type: string | null
  source: string | null
}

/** A record that a row might be. */
export type Candidate = MatchKeys & { id: string }

/** Records by their keys; one that is added again replaces its earlier self. */
export type CandidateIndex = {
  add(candidate: Candidate): void
  get(id: string): Candidate | undefined
  find(kind: MatchKind, value: string | null): Candidate[]
  /** Records whose folded name begins alike. */
  near(nameKey: string): Candidate[]
}

export const candidateIndex = (): CandidateIndex => {
  const byId = new Map<string, Candidate>()
  const byKind = matchKinds.map((kind) => ({ kind, ids: new Map<string, string[]>() }))
  const idsOf = new Map(byKind.map(({ kind, ids }) => [kind, ids]))
  const byStart = new Map<string, string[]>()
  const listed = (ids: readonly string[] | undefined): Candidate[] =>
    ids ? ids.flatMap((id) => byId.get(id) ?? []) : []
  return {
    add: (candidate) => {
      byId.set(candidate.id, candidate)
      for (const { kind, ids } of byKind) {
        const value = candidate[kind]
        if (value !== null) note(ids, value, candidate.id)
      }
      note(byStart, startOf(candidate.name_key), candidate.id)
    },
    get: (id) => byId.get(id),
    find: (kind, value) =>
      value === null
        ? []
        : listed(idsOf.get(kind)?.get(value)).filter((candidate) => candidate[kind] === value),
    near: (nameKey) => listed(byStart.get(startOf(nameKey))),
  }
}

const note = (ids: Map<string, string[]>, key: string, id: string): void => {
  const noted = ids.get(key)
  if (!noted) ids.set(key, [id])
  else if (!noted.includes(id)) noted.push(id)
}

/** Similar names are looked for among those with the same first letters: a whole market cannot be compared name by name. */
export const startOf = (nameKey: string): string => nameKey.slice(0, 5)
