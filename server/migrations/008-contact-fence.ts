import { sql, type Kysely } from 'kysely'

/**
 * Contact details leave only where the organisation has unlocked the person (decision 029). The application role cannot read
 * `person.contact`; it reads these views, which run with the owner's rights and so name the organisation themselves.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const listed = (field: 'mobile' | 'direct_phone') => `(
  coalesce(contact->>'${field}', '') = ''
  or coalesce(doc->'${field}'->'dnc'->>'listed', '') = 'yes'
  or exists (select from listed_number l where l.number = phone_key(contact->>'${field}')))`

const statements = [
  // A column of tomorrow is fenced too, until it is granted.
  'revoke select on person from fieldbook_app',
  'grant select (id, seq, company_id, name_key, linkedin, doc) on person to fieldbook_app',
  `create view unlocked_contact as
    select p.id, p.contact from unlock u join person p on p.id = u.record_id
    where u.org_id = current_setting('app.org', true) and u.category = 'people'`,
  // A request writes its file before it charges, when its credits are reserved; no one gets a link to the file until it has charged.
  `create view reserved_contact as
    select q.request_id, q.row, p.contact from request_row q
    join download_request r on r.org_id = q.org_id and r.id = q.request_id
    join person p on p.id = q.record_id
    where q.org_id = current_setting('app.org', true) and q.outcome is null
      and r.category = 'people' and r.status = 'CREDIT_VALIDATION_COMPLETED'`,
  // What a price depends on. An organisation's own checks of numbers are no part of it: they would tell whose number is whose.
  `create view contact_summary as
    select id, company_id, not jsonb_path_exists(contact, '$.* ? (@ != "")') as is_empty,
      case when coalesce(contact->>'work_email', '') <> '' or coalesce(contact->>'personal_email', '') <> ''
        then false else ${listed('mobile')} and ${listed('direct_phone')} end as is_listed
    from person`,
  'grant select on unlocked_contact, reserved_contact, contact_summary to fieldbook_app',
]
