import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The owner of the tables may read all rows for a backup, in a transaction that asks for it (`readEverything`): row-level security is
 * forced, so that an owner without rights of a superuser sees nothing otherwise. Each table gets its policy when migrations have run.
 */
export const allowCopies = async (db: Kysely<Tables>): Promise<void> => {
  await sql
    .raw(
      `do $$ declare fenced text; begin
        for fenced in select c.relname from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
            and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'copies')
        loop
          execute format('create policy copies on %I for select to current_user
            using (current_setting(''app.copies'', true) = ''on'')', fenced);
        end loop;
      -- Another process that starts has created it.
      exception when duplicate_object then null;
      end $$`,
    )
    .execute(db)
}

/** For the rest of the transaction; texts of values do not depend on settings of the server. */
export const readEverything = async (trx: Transaction<Tables>): Promise<void> => {
  await sql`select set_config('app.copies', 'on', true), set_config('timezone', 'UTC', true),
    set_config('datestyle', 'ISO, MDY', true), set_config('intervalstyle', 'postgres', true),
    set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true),
    set_config('search_path', 'public', true)`.execute(trx)
}
