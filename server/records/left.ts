import { sql } from 'kysely'
import { cameBack, leftOn } from '../../contract/records/career.ts'
import type { Left, Person } from '../../contract/records/records.ts'

/** The latest signal that a person left their company, as JSON or null, for queries with `wanted.id` and person `p`. */
export const leftSignal = sql<string | null>`(
  select jsonb_build_object('on', event_date, 'source', doc->'source'->>'name', 'seen_at',
    coalesce(doc->'source'->>'published_at', event_date::text))::text
  from signal where person_id = wanted.id and slug = 'left_company'
    and company_id = (p.doc->>'company_id')::uuid
  order by event_date desc limit 1)`

/** What a view says about a career on top of the stored record, as further fields of its JSON. */
export const careerFields = (doc: string, signal: string | null): string => {
  if (signal === null && !doc.includes('"historical"')) return ''
  // The query returns people.
  const person = JSON.parse(doc) as Person
  const left = leftFrom(person, signal)
  return `,"previous_company_flag":${cameBack(person)}${left ? `,"left":${JSON.stringify(left)}` : ''}`
}

/** By the person's own history, else by a signal that is newer than what the record says about the role. */
const leftFrom = (person: Person, signal: string | null): Left | undefined => {
  const { provenance, role_start: start = '' } = person
  const all = provenance['*']
  const on = leftOn(person)
  const source = provenance['history'] ?? all
  if (on !== undefined && source) return { on, source: source.source, seen_at: source.seen_at }
  if (signal === null) return undefined
  // The query builds it like this.
  const left = JSON.parse(signal) as Left
  const seen = (provenance['position'] ?? all)?.seen_at ?? ''
  return left.on > start && left.seen_at >= seen ? left : undefined
}
