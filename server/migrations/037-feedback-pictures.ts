import { sql, type Kysely } from 'kysely'

/** A picture of the screen that feedback is about. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table feedback add column picture bytea`,
  `create index feedback_picture on feedback (created_at) where picture is not null`,
  // The background job and the operator's command look for pictures in all organisations.
  `create policy feedback_picture on feedback for select to current_user using (picture is not null)`,
]
