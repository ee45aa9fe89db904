import type { Company, Person } from '../../../contract/records.ts'
import { departmentTopics, roleOf } from '../detecting/people-events.ts'
import type { Event } from '../detecting/telling.ts'

/*
 * What the demo's invented news says: the types of signals that no change of a record shows. Real ones come as a bought feed.
 */

const named = { label: 'The report names the company', points: 20 }

export const funded = (
  { name }: Pick<Company, 'name'>,
  about: { stage: string; amount: number; currency: string; investors: readonly string[] },
): Event => {
  const { stage, amount, currency, investors } = about
  const sum = money(amount, currency)
  return {
    slug: 'funding_round',
    title: `${name} raised ${sum} (${stage})`,
    summary: `${name} closed a ${stage} round of ${sum} led by ${investors[0] ?? 'its owners'}.`,
    why_now: `Fresh money of ${sum} is spent first on people and systems, most of it in the two quarters after the round.`,
    metrics: { stage, amount, currency, investors: [...investors] },
    topics: ['Funding', stage],
    what: stage,
    evidence: [named, { label: 'Amount and lead investor are given', points: 25 }],
  }
}

export const acquired = (
  { name }: Company,
  { counterparty, buys }: { counterparty: string; buys: boolean },
): Event => ({
  slug: 'acquisition',
  title: buys ? `${name} buys ${counterparty}` : `${counterparty} buys a stake in ${name}`,
  summary: buys
    ? `${name} agreed to buy all of ${counterparty}.`
    : `${counterparty} agreed to buy a part of ${name}.`,
  why_now: buys
    ? `Two sets of systems, offices and suppliers become one in the coming months, and somebody has to help with that.`
    : `New owners look at every large contract of ${name} in their first half year.`,
  metrics: { role: buys ? 'buyer' : 'target', counterparty },
  topics: ['Acquisition'],
  what: counterparty,
  evidence: [named, { label: 'The other party is named', points: 20 }],
})

export const partnered = (
  { name }: Company,
  { partner, offer }: { partner: string; offer: string },
): Event => ({
  slug: 'partnership',
  title: `${name} and ${partner} work together on ${offer}`,
  summary: `${name} announced a partnership with ${partner} for ${offer}.`,
  why_now: `A partnership is newest in its first weeks, when both sides still choose with whom else to offer ${offer}.`,
  metrics: { partner },
  topics: ['Partnership', offer],
  what: partner,
  evidence: [named, { label: 'The partner is named', points: 20 }],
})

export const launched = ({ name }: Company, { product }: { product: string }): Event => ({
  slug: 'product_launch',
  title: `${name} launched ${product}`,
  summary: `${name} now offers ${product} to its customers.`,
  why_now: `A launch has to be found, delivered and supported: what helps to sell ${product} is bought now.`,
  metrics: { product },
  topics: ['Product launch', product],
  what: product,
  evidence: [named, { label: 'The company announced it itself', points: 20 }],
})

export const awardedContract = (
  { name }: Company,
  {
    buyer,
    value,
    currency,
    work,
  }: { buyer: string; value: number; currency: string; work: string },
): Event => ({
  slug: 'contract_award',
  title: `${name} won a contract of ${money(value, currency)} from ${buyer}`,
  summary: `${buyer} awarded ${name} a contract for ${work}, worth ${money(value, currency)}.`,
  why_now: `${name} has to deliver ${work} on a date it has agreed to, and staffs and buys for it from the day of the award.`,
  metrics: { buyer, value, currency },
  topics: ['Contract award', work],
  what: buyer,
  evidence: [named, { label: 'Buyer and value are published', points: 25 }],
})

export const awarded = ({ name }: Company, { prize }: { prize: string }): Event => ({
  slug: 'award',
  title: `${name} received the ${prize}`,
  summary: `${name} was named winner of the ${prize}.`,
  why_now: `Congratulations open a door: ${name} will talk about the ${prize} with whoever asks.`,
  metrics: { prize },
  topics: ['Award'],
  what: prize,
  evidence: [named, { label: 'The prize is named', points: 15 }],
})

export const restructured = ({ name }: Company, { area }: { area: string }): Event => ({
  slug: 'restructure',
  title: `${name} restructures ${area}`,
  summary: `${name} announced a new structure for ${area}.`,
  why_now: `When ${area} is put together anew, budgets change hands and old suppliers have to make their case again.`,
  metrics: { area },
  topics: ['Restructure', area],
  what: area,
  evidence: [named, { label: 'What is restructured is named', points: 15 }],
})

export const noticed = ({ name }: Company, { notice }: { notice: string }): Event => ({
  slug: 'legal_or_insolvency',
  title: `${name}: ${notice}`,
  summary: `A public notice concerns ${name}: ${notice}.`,
  why_now: `Check open orders and terms of payment with ${name} before anything else is agreed.`,
  metrics: { notice },
  topics: ['Legal notice'],
  what: notice,
  evidence: [named, { label: 'The notice is public', points: 25 }],
})

export const roleGrew = (person: Person, at: Company, { area }: { area: string }): Event => ({
  slug: 'role_expanded',
  title: `${person.name} now also looks after ${area} at ${at.name}`,
  summary: `${person.name}, ${person.position} at ${at.name}, took on ${area} as well.`,
  why_now: `${person.first_name} has a new area and few fixed opinions about it yet: the first good proposal sets the terms.`,
  metrics: { area },
  ...roleOf(person),
  topics: ['Role expanded', area, ...departmentTopics(person)],
  what: area,
  evidence: [
    { label: 'A named person with a title', points: 20 },
    { label: 'The new area is named', points: 15 },
  ],
})

export const hadAnniversary = (
  person: Person,
  at: Company,
  { years }: { years: number },
): Event => ({
  slug: 'work_anniversary',
  title: `${person.name} has been ${person.position} at ${at.name} for ${years} ${years === 1 ? 'year' : 'years'}`,
  summary: `${person.name} took up the role of ${person.position} at ${at.name} ${years} ${years === 1 ? 'year' : 'years'} ago.`,
  why_now: `An anniversary is a friendly reason to call ${person.first_name}, and to ask what is planned for the next year.`,
  metrics: { years },
  ...roleOf(person),
  topics: ['Work anniversary', ...departmentTopics(person)],
  what: String(years),
  evidence: [
    { label: 'A named person with a title', points: 20 },
    { label: 'The day the role began is known', points: 15 },
  ],
})

export const mentioned = (
  person: Person,
  at: Company,
  { topic, where }: { topic: string; where: string },
): Event => ({
  slug: 'content_mention',
  title: `${person.name} of ${at.name} spoke about ${topic}`,
  summary: `${person.name}, ${person.position} at ${at.name}, spoke about ${topic} at ${where}.`,
  why_now: `${person.first_name} has just said in public what matters in ${topic}: quote it, and answer it.`,
  metrics: { topic, where },
  ...roleOf(person),
  topics: [topic, ...departmentTopics(person)],
  what: topic,
  evidence: [
    { label: 'A named person with a title', points: 20 },
    { label: 'The occasion is named', points: 10 },
  ],
})

/** 'A$4.2 million', 'A$6.8 billion'. */
const money = (amount: number, currency: string): string => {
  const sign = currency === 'NZD' ? 'NZ$' : 'A$'
  // Rounded before its word is chosen: 999,600,000 is a billion, not 1000 millions.
  const sum = Number(amount.toPrecision(amount < 1_000_000 ? 3 : 2))
  if (sum >= 1_000_000_000) return `${sign}${sum / 1_000_000_000} billion`
  if (sum >= 1_000_000) return `${sign}${sum / 1_000_000} million`
  return `${sign}${Math.round(sum / 1000)},000`
}
