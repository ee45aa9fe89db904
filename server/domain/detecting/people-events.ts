import type { Company, Person } from '../../../contract/records.ts'
import type { Event } from './telling.ts'

/*
 * What each type of signal about a person says, for detectors and the demo's news alike.
 */

const named = { label: 'A named person with a title', points: 20 }

export const jobChanged = (
  person: Person,
  { from, to, before }: { from: string; to: Company; before?: string },
): Event => ({
  slug: 'job_change',
  title: `${person.name} moved from ${from} to ${to.name}`,
  summary: `${person.name} is now ${person.position} at ${to.name}${before === undefined ? '' : `, after being ${before} at ${from}`}.`,
  why_now: `${person.first_name} knows what worked at ${from} and now decides at ${to.name} what to bring along.`,
  metrics: { from, to: to.name },
  ...roleOf(person),
  topics: ['Job change', ...departmentTopics(person)],
  what: to.id,
  evidence: [named, { label: 'Both employers are known', points: 25 }],
})

export const promoted = (person: Person, { from, at }: { from: string; at: Company }): Event => ({
  slug: 'promotion',
  title: `${person.name} was promoted to ${person.position} at ${at.name}`,
  summary: `${person.name}, ${from} before, is now ${person.position} at ${at.name}.`,
  why_now: `A promotion comes with a new budget and something to prove: ${person.first_name} is open to ideas that show results soon.`,
  metrics: { from, to: person.position },
  ...roleOf(person),
  topics: ['Promotion', ...departmentTopics(person)],
  what: person.position,
  evidence: [named, { label: 'The rank before and after are known', points: 25 }],
})

export const newInRole = (person: Person, { at, from }: { at: Company; from?: string }): Event => ({
  slug: 'new_in_role',
  title: `${person.name} is new as ${person.position} at ${at.name}`,
  summary: `${person.name} took up the role of ${person.position} at ${at.name}${from === undefined ? '' : `, after ${from}`}.`,
  why_now: `In the first three months ${person.first_name} takes stock of what is in place and whom to talk to about it.`,
  metrics: { title: person.position, ...(from !== undefined && { from }) },
  ...roleOf(person),
  topics: ['New in role', ...departmentTopics(person)],
  what: person.position,
  evidence: [named, { label: 'The day the role began is known', points: 15 }],
})

export const leftCompany = (
  person: Person,
  { from, title }: { from: Company; title: string },
): Event => ({
  slug: 'left_company',
  title: `${person.name} left ${from.name}`,
  summary: `${person.name} is no longer ${title} at ${from.name}; where to is not known yet.`,
  why_now: `Whatever ${person.first_name} looked after at ${from.name} is with somebody else now: find out who before the next renewal.`,
  metrics: { from: from.name, title },
  ...roleOf(person),
  topics: ['Departure', ...departmentTopics(person)],
  what: from.id,
  evidence: [named, { label: 'The day the role ended is known', points: 15 }],
})

export const joinedBoard = (person: Person, { at }: { at: Company }): Event => ({
  slug: 'board_appointment',
  title: `${person.name} joined the board of ${at.name}`,
  summary: `${person.name} was appointed ${person.position} of ${at.name}.`,
  why_now: `A new director brings contacts and priorities from elsewhere, and asks about them at the first board meetings.`,
  metrics: { title: person.position },
  ...roleOf(person),
  topics: ['Board', 'Leadership'],
  what: at.id,
  evidence: [named, { label: 'The appointment is to the board', points: 20 }],
})

/** The role as filters of signals know it. */
export const roleOf = ({
  position,
  department,
  seniority,
}: Person): Pick<Event, 'position' | 'department' | 'seniority'> => ({
  position,
  ...(department !== undefined && { department }),
  ...(seniority !== undefined && { seniority }),
})

export const departmentTopics = ({ department }: Person): string[] =>
  department === undefined ? [] : [department]
