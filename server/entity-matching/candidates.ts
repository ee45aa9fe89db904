/** Indexed columns of the company table. */
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

/** Null means unknown. `source` is where the name comes from. */
export type MatchKeys = Record<MatchKind, string | null> & {
  name: string
  name_key: string
  state: string | null
  postcode: string | null
  country: string | null
  type: string | null
  source: string | null
  /** Of an employer whose country is unknown: where the person lives. */
  peopleIn?: string
}

export type Candidate = MatchKeys & { id: string }

/** Adding a record again replaces the earlier one. */
export type CandidateIndex = {
  add(candidate: Candidate): void
  get(id: string): Candidate | undefined
  find(kind: MatchKind, value: string | null): Candidate[]
  near(nameKey: string): Candidate[]
}

export const createCandidateIndex = (): CandidateIndex => {
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

/** Comparing similar names of a whole market is too slow. */
export const startOf = (nameKey: string): string => nameKey.slice(0, 5)
