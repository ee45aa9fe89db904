import { sql } from 'kysely'
import type { disclosuresEndpoints } from '../../contract/records/disclosures.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { notFound } from '../platform/http/problem-error.ts'
import { namesOf } from '../records/views.ts'

type Row = { at: Date; userId: string | null; by: string | null }

export const disclosuresHandlers = (): Handlers<keyof typeof disclosuresEndpoints> => ({
  disclosures: ({ id }, context) =>
    context.inOrg(async (trx) => {
      if (!Object.hasOwn(await namesOf(trx, 'person', [id]), id)) throw notFound()
      const revealed = await sql<Row>`
        select u.at, u.by_user as "userId", ${userName('u.by_user')} as by
        from unlock u where u.category = 'people' and u.record_id = ${id}`.execute(trx)
      const requests = await sql<Row & { name: string; type: string }>`
        select r.created_at as at, r.user_id as "userId", ${userName('r.user_id')} as by, r.name, r.type
        from download_request r
        where exists (select from request_row w where w.org_id = r.org_id and w.request_id = r.id
          and w.record_id = ${id} and w.outcome in ('delivered', 'owned'))
        order by r.created_at desc limit 100`.execute(trx)
      const [first] = revealed.rows
      return {
        revealed: first === undefined ? null : seenBy(context, first),
        requests: requests.rows.map((row) => ({
          ...seenBy(context, row),
          name: row.name,
          type: row.type,
        })),
      }
    }),
})

const userName = (column: string) =>
  sql`(select coalesce(nullif(m.name, ''), nullif(m.email, '')) from member m where m.user_id = ${sql.ref(column)})`

/** As in the ledger: admins see who spent credits, others themselves. */
const seenBy = ({ role, userId }: Context, row: Row) => ({
  at: row.at.toISOString(),
  by: role === 'admin' || row.userId === userId ? row.by : null,
})
