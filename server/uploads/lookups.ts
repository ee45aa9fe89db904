import { sql, type Kysely } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Candidate } from '../entity-matching/candidates.ts'
import { createSimilarNames, type SimilarNames } from '../entity-matching/similar-names.ts'
import { findCandidates, type CandidateKeys } from '../records/store.ts'
import { unlockedByEmail, type FoundByEmail } from './unlocked-by-email.ts'

type Db = Kysely<Tables>

export type PersonCandidate = { id: string; companyId: string; nameKey: string }

export type Lookups = {
  companies(keys: CandidateKeys): Promise<Candidate[]>
  companiesByIds(ids: readonly string[]): Promise<Candidate[]>
  /** Only people this organisation has unlocked: a lookup must not confirm the address of a locked person (decision 030). */
  unlockedByEmail(emails: readonly string[]): Promise<FoundByEmail>
  peopleByLinkedin(pages: readonly string[]): Promise<Map<string, PersonCandidate[]>>
  /** The two lists are parallel. */
  peopleNamed(companyIds: readonly string[], names: readonly string[]): Promise<PersonCandidate[]>
  /** Those who share a token with these names, limited for very large companies; the lists are parallel. */
  peopleSharing(
    companyIds: readonly string[],
    tokens: readonly (readonly string[])[],
  ): Promise<PersonCandidate[]>
  similarCompanies(): Promise<SimilarNames>
}

/** In bulk by index. The index of similar names is built at its first use. */
export const lookupsIn = (
  { owner: db, asOrg }: Pick<Database, 'owner' | 'asOrg'>,
  { orgId, maxEmailMisses }: { orgId: string; maxEmailMisses: number },
): Lookups => {
  let similar: Promise<SimilarNames> | null = null
  return {
    companies: (keys) => findCandidates(db, keys),
    companiesByIds: (ids) => findCandidates(db, { id: ids }),
    unlockedByEmail: (emails) =>
      asOrg(orgId, (trx) => unlockedByEmail(trx, orgId, emails, maxEmailMisses)),
    peopleByLinkedin: async (pages) =>
      pages.length === 0
        ? new Map()
        : keyed(
            db,
            sql`
              select wanted.key, found.* from unnest(${[...pages]}::text[]) as wanted (key)
              cross join lateral (select ${person} from person where linkedin = wanted.key offset 0) as found`,
          ),
    peopleNamed: async (companyIds, names) => {
      if (companyIds.length === 0) return []
      const { rows } = await sql<PersonCandidate>`
        select found.* from unnest(${[...companyIds]}::uuid[], ${[...names]}::text[]) as wanted (company, name)
        cross join lateral (
          select ${person} from person where company_id = wanted.company and name_key = wanted.name offset 0
        ) as found`.execute(db)
      return rows
    },
    peopleSharing: async (companyIds, tokens) => {
      if (companyIds.length === 0) return []
      const { rows } = await sql<PersonCandidate>`
        select found.* from unnest(${[...companyIds]}::uuid[], ${tokens.map((each) => each.join(' '))}::text[])
          as wanted (company, tokens)
        cross join lateral (
          select ${person} from person where company_id = wanted.company
            and string_to_array(name_key, ' ') && string_to_array(wanted.tokens, ' ')
          order by company_id, name_key limit ${maxSimilar}
        ) as found`.execute(db)
      return rows
    },
    similarCompanies: () => (similar ??= readNames(db)),
  }
}

const maxSimilar = 200

const person = sql.raw('id, company_id as "companyId", name_key as "nameKey"')

const keyed = async (
  db: Db,
  query: ReturnType<typeof sql>,
): Promise<Map<string, PersonCandidate[]>> => {
  const { rows } = await sql<PersonCandidate & { key: string }>`${query}`.execute(db)
  const found = new Map<string, PersonCandidate[]>()
  for (const { key, ...candidate } of rows) found.set(key, [...(found.get(key) ?? []), candidate])
  return found
}

const page = 4_000

const readNames = async (db: Db): Promise<SimilarNames> => {
  const names = createSimilarNames()
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db
      .selectFrom('company')
      .select(['id', 'name_key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(page)
      .execute()
    for (const { id, name_key } of rows) names.add(id, name_key)
    const last = rows.at(-1)
    if (!last || rows.length < page) return names.built()
    after = last.id
  }
}
