import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Category } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'

const asJson =
  sql.raw(`jsonb_build_object('provider', n.connector, 'object', s.object, 'id', s.external_id, 'pushed_at',
      to_char(s.linked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text`)

/**
 * The CRM record of a record, as JSON or null, for queries with `wanted.id`, company `c` and unlocked contact `u`. It never says whether
 * a CRM has the email of a person who is not unlocked.
 */
export const crmOf: Record<Category, RawBuilder<string | null>> = {
  company: sql`(
    select ${asJson}
    from (
      select connection_id, object, external_id, linked_at from crm_link
        where record_id = wanted.id and object = 'company' and deleted_at is null
      union all
      select k.connection_id, k.object, k.external_id, null from (values ('domain', c.domain_key), ('abn', c.abn),
        ('nzbn', c.nzbn), ('linkedin', c.linkedin), ('own', wanted.id::text)) as w (kind, value)
      cross join lateral (
        select connection_id, object, external_id from crm_key
        where object = 'company' and kind = w.kind and value = w.value offset 0) k
    ) s join crm_connection n on n.id = s.connection_id and n.state <> 'disconnected'
    order by s.linked_at nulls last, s.external_id limit 1)`,
  people: sql`(
    select ${asJson}
    from (
      select connection_id, object, external_id, linked_at from crm_link
        where record_id = wanted.id and object <> 'company' and deleted_at is null
          and (created_by_us or u.contact is not null)
      union all
      select k.connection_id, k.object, k.external_id, null
      from (values (u.contact->>'work_email'), (u.contact->>'personal_email')) as w (email)
      cross join lateral (
        select connection_id, object, external_id from crm_key
        where object <> 'company' and kind = 'email' and value = crm_email_hash(w.email) offset 0) k
    ) s join crm_connection n on n.id = s.connection_id and n.state <> 'disconnected'
    order by s.linked_at nulls last, s.external_id limit 1)`,
}

/** The same of all records. */
export const idsInCrm = async (trx: Transaction<Tables>, category: Category): Promise<string[]> => {
  const { rows } = await allInCrm[category].execute(trx)
  return rows.map(({ id }) => id)
}

const living = sql`join crm_connection n on n.id = l.connection_id and n.state <> 'disconnected'`

const companiesWith = (kind: string, column: string) => sql`
  select c.id from crm_key k join company c on c.${sql.ref(column)} = k.value
  where k.object = 'company' and k.kind = ${sql.lit(kind)}`

const peopleWith = (email: string) => sql`
  select u.id from unlocked_contact u join crm_key k on k.value = crm_email_hash(u.contact->>${sql.lit(email)})
  where k.object <> 'company' and k.kind = 'email'`

const allInCrm: Record<Category, RawBuilder<{ id: string }>> = {
  company: sql`
    select l.record_id as id from crm_link l ${living} where l.object = 'company' and l.deleted_at is null
    union ${companiesWith('domain', 'domain_key')}
    union ${companiesWith('abn', 'abn')}
    union ${companiesWith('nzbn', 'nzbn')}
    union ${companiesWith('linkedin', 'linkedin')}
    union select value::uuid from crm_key where object = 'company' and kind = 'own'`,
  people: sql`
    select l.record_id as id from crm_link l ${living}
      left join unlock u on u.category = 'people' and u.record_id = l.record_id
      where l.object <> 'company' and l.deleted_at is null
        and (l.created_by_us or u.record_id is not null)
    union ${peopleWith('work_email')}
    union ${peopleWith('personal_email')}`,
}

/** Companies that came there with a person. */
export const idsCreatedInCrm = async (trx: Transaction<Tables>): Promise<string[]> => {
  const rows = await trx
    .selectFrom('crm_link')
    .select('record_id')
    .where('object', '=', 'company')
    .where('created_by_us', '=', true)
    .execute()
  return rows.map(({ record_id: id }) => id)
}
