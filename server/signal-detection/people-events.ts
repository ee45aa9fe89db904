import type { Company, Person } from '../../contract/records/records.ts'
import type { Event } from './signal-draft.ts'

const named = { label: 'Named person with a title', points: 20 }

export const jobChanged = (
  person: Person,
  { from, to, before }: { from: string; to: Company; before?: string },
): Event => ({
  slug: 'job_change',
  title: `${person.name} moved from ${from} to ${to.name}`,
  summary: `${person.name} is now ${person.position} at ${to.name}${before === undefined ? '' : `, previously ${before} at ${from}`}.`,
  why_now: `${person.first_name} may bring suppliers they trusted at ${from}.`,
  metrics: { from, to: to.name },
  ...roleOf(person),
  topics: ['Job change', ...departmentTopics(person)],
  what: to.id,
  evidence: [named, { label: 'Both employers are known', points: 25 }],
})

export const promoted = (person: Person, { from, at }: { from: string; at: Company }): Event => ({
  slug: 'promotion',
  title: `${person.name} was promoted to ${person.position} at ${at.name}`,
  summary: `${person.name} was ${from} and is now ${person.position} at ${at.name}.`,
  why_now: `${person.first_name} is newly promoted and may be looking for early wins.`,
  metrics: { from, to: person.position },
  ...roleOf(person),
  topics: ['Promotion', ...departmentTopics(person)],
  what: person.position,
  evidence: [named, { label: 'Old and new roles are known', points: 25 }],
})

export const newInRole = (person: Person, { at, from }: { at: Company; from?: string }): Event => ({
  slug: 'new_in_role',
  title: `${person.name} started as ${person.position} at ${at.name}`,
  summary: `${person.name} took up the role of ${person.position} at ${at.name}${from === undefined ? '' : `, after ${from}`}.`,
  why_now: `${person.first_name} is likely reviewing what’s in place.`,
  metrics: { title: person.position, ...(from !== undefined && { from }) },
  ...roleOf(person),
  topics: ['New in role', ...departmentTopics(person)],
  what: person.position,
  evidence: [named, { label: 'Start date is known', points: 15 }],
})

export const leftCompany = (
  person: Person,
  { from, title }: { from: Company; title: string },
): Event => ({
  slug: 'left_company',
  title: `${person.name} left ${from.name}`,
  summary: `${person.name} is no longer ${title} at ${from.name}. We don’t know where they’ve gone yet.`,
  why_now: `Someone else may have taken over from ${person.first_name}. Find out who before the next renewal.`,
  metrics: { from: from.name, title },
  ...roleOf(person),
  topics: ['Departure', ...departmentTopics(person)],
  what: from.id,
  evidence: [named, { label: 'End date is known', points: 15 }],
})

export const joinedBoard = (person: Person, { at }: { at: Company }): Event => ({
  slug: 'board_appointment',
  title: `${person.name} joined the board of ${at.name}`,
  summary: `${person.name} was appointed ${person.position} of ${at.name}.`,
  why_now: 'New directors often bring new contacts and priorities.',
  metrics: { title: person.position },
  ...roleOf(person),
  topics: ['Board', 'Leadership'],
  what: at.id,
  evidence: [named, { label: 'Board appointment', points: 20 }],
})

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
