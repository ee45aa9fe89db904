import { sql, type Kysely } from 'kysely'

/** The visits of a member, the latest first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index activity_visits on activity (org_id, author_id, at desc, id desc)
    where kind = 'visit' and deleted_at is null`.execute(db)
}
