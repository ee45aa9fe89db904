import type { CrmActivity, CrmRecord } from '../core/types.ts'
import { textOf, type Item } from './lists.ts'

const accountFields = [
  'name',
  'domain',
  'website',
  'conversational_name',
  'description',
  'phone',
  'linkedin_url',
  'twitter_handle',
  'street',
  'city',
  'state',
  'postal_code',
  'country',
  'locale',
  'industry',
  'company_type',
  'founded',
  'size',
  'revenue_range',
]

const personFields = [
  'email_address',
  'secondary_email_address',
  'personal_email_address',
  'first_name',
  'last_name',
  'title',
  'job_seniority',
  'phone',
  'phone_extension',
  'mobile_phone',
  'home_phone',
  'linkedin_url',
  'twitter_handle',
  'personal_website',
  'city',
  'state',
  'country',
  'work_city',
  'work_state',
  'work_country',
  'locale',
]

/** What a body of a write may hold beside its key. */
export const writable: Readonly<Record<string, ReadonlySet<string>>> = {
  account: new Set([
    ...accountFields,
    'do_not_contact',
    'tags',
    'custom_fields',
    'owner_id',
    'account_tier_id',
    'company_stage_id',
  ]),
  person: new Set([
    ...personFields,
    'do_not_contact',
    'contact_restrictions',
    'eu_resident',
    'tags',
    'custom_fields',
    'owner_id',
    'account_id',
    'person_stage_id',
    'person_company_name',
    'person_company_website',
    'person_company_industry',
  ]),
}

/** Salesloft's form: microseconds, and an offset that is not UTC. */
export const timeOf = (at: number): string =>
  new Date(at - 4 * 3_600_000).toISOString().replace('Z', '000-04:00')

export const accountView = (record: CrmRecord, api: string): Item => ({
  ...viewOf(record, accountFields),
  archived_at: record.values['archived_at'] ?? null,
  owner: reference(record.values['owner_id'], `${api}/users`),
})

export const personView = (record: CrmRecord, api: string): Item => ({
  ...viewOf(record, personFields),
  display_name: [record.values['first_name'], record.values['last_name']].filter(Boolean).join(' '),
  contact_restrictions: record.values['contact_restrictions'] ?? [],
  eu_resident: record.values['eu_resident'] ?? false,
  account: reference(record.values['account_id'], `${api}/accounts`),
  owner: reference(record.values['owner_id'], `${api}/users`),
})

export const noteView = (note: CrmActivity, api: string): Item => ({
  id: Number(note.id),
  content: note.text,
  subject: note.subject || null,
  created_at: timeOf(note.createdAt),
  updated_at: timeOf(note.updatedAt),
  associated_type: note.person === null ? 'account' : 'person',
  associated_with:
    note.person === null
      ? reference(note.company, `${api}/accounts`)
      : reference(note.person, `${api}/people`),
  user: reference(note.values['user_id'], `${api}/users`),
})

export const taskView = (task: CrmActivity, api: string): Item => ({
  id: Number(task.id),
  subject: task.subject,
  description: task.text,
  due_date: task.values['due_date'] ?? null,
  task_type: task.values['task_type'] ?? 'general',
  current_state: 'scheduled',
  created_at: timeOf(task.createdAt),
  updated_at: timeOf(task.updatedAt),
  person: reference(task.person, `${api}/people`),
  user: reference(task.values['user_id'], `${api}/users`),
})

const viewOf = (record: CrmRecord, fields: readonly string[]): Item => ({
  id: Number(record.id),
  created_at: timeOf(record.createdAt),
  updated_at: timeOf(record.updatedAt),
  ...Object.fromEntries(fields.map((field) => [field, record.values[field] ?? null])),
  do_not_contact: record.values['do_not_contact'] ?? false,
  tags: record.values['tags'] ?? [],
  custom_fields: record.values['custom_fields'] ?? {},
})

const reference = (id: unknown, path: string): { id: number; _href: string } | null =>
  id === null || id === undefined ? null : { id: Number(id), _href: `${path}/${textOf(id)}` }
