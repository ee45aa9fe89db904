import { sql } from 'kysely'
import type { Database } from '../../platform/db/db.ts'

export const mirrorJob = 'crm-mirror'

/** Of connections that work: new ones, and those whose next pass is due. `now` is in ms since 1970. */
export const enqueueDueMirrors = async (db: Database, now: number): Promise<void> => {
  await sql`
    insert into job (org_id, kind, id)
    select c.org_id, ${mirrorJob}, c.id from crm_connection c
    where c.state = 'connected' and (
      not exists (select from crm_mirror m where m.org_id = c.org_id and m.connection_id = c.id)
      or exists (select from crm_mirror m where m.org_id = c.org_id and m.connection_id = c.id
        and m.due_at <= ${new Date(now)}))
    on conflict do nothing`.execute(db.owner)
}
