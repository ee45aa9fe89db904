import { sql, type Kysely } from 'kysely'

/** The day and time for which each follow-up was reminded of. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table follow_up add column reminded text`,
  `create index follow_up_due on follow_up (due_day) where state = 'open' and deleted_at is null`,
  // Reminders look for what is due in all organisations at once.
  `create policy follow_up_due on follow_up for select to current_user using (true)`,
]
