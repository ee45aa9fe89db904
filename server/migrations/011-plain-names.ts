import { sql, type Kysely } from 'kysely'

/** Columns, a table and a field of stored JSON take the words of the glossary. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table upload rename column held to received_bytes`,
  `alter table credit_entry rename column held to reserved_delta`,
  `alter table download_request rename column asked to requested`,
  `alter table dnc_import rename column taken to received`,
  `alter table member rename column gone_at to ended_at`,
  `alter table record_gone rename to record_tombstone`,
  // Row-level security would hide every row from the migration.
  `alter table account_intelligence no force row level security`,
  `update account_intelligence
    set config = (config - 'wordsToAvoid') || jsonb_build_object('avoidedTerms', config->'wordsToAvoid')
    where config ? 'wordsToAvoid'`,
  `alter table account_intelligence force row level security`,
]
