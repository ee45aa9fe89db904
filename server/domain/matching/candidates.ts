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
  readonly size: number
}

export const candidateIndex = (): CandidateIndex => {
  const byId = new Map<string, Candidate>()
  const byKey = new Map<string, string[]>()
  const note = (key: string, id: string): void => {
    const ids = byKey.get(key)
    if (!ids) byKey.set(key, [id])
    else if (!ids.includes(id)) ids.push(id)
  }
  const listed = (key: string): Candidate[] => {
    const ids = byKey.get(key)
    return ids ? ids.flatMap((id) => byId.get(id) ?? []) : []
  }
  return {
    add: (candidate) => {
      byId.set(candidate.id, candidate)
      for (const kind of matchKinds) {
        const value = candidate[kind]
        if (value !== null) note(`${kind} ${value}`, candidate.id)
      }
      note(`near ${startOf(candidate.name_key)}`, candidate.id)
    },
    get: (id) => byId.get(id),
    find: (kind, value) =>
      value === null
        ? []
        : listed(`${kind} ${value}`).filter((candidate) => candidate[kind] === value),
    near: (nameKey) => listed(`near ${startOf(nameKey)}`),
    get size() {
      return byId.size
    },
  }
}

/** Similar names are looked for among those with the same first letters: a whole market cannot be compared name by name. */
export const startOf = (nameKey: string): string => nameKey.slice(0, 5)
