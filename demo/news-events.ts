import type { Company, Person } from '../contract/records/records.ts'
import { departmentTopics, roleOf } from '../server/signal-detection/people-events.ts'
import type { Event } from '../server/signal-detection/signal-draft.ts'

/* Signal types that no change of a record shows; in production a bought feed supplies them. */

const named = { label: 'Report names the company', points: 20 }

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
    why_now: 'Companies often spend new funding on people and systems first.',
    metrics: { stage, amount, currency, investors: [...investors] },
    topics: ['Funding', stage],
    what: stage,
    evidence: [named, { label: 'Amount and lead investor are known', points: 25 }],
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
    : `${counterparty} agreed to buy part of ${name}.`,
  why_now: buys
    ? 'Two sets of systems and suppliers may become one. That often needs outside help.'
    : `New owners often review large contracts in their first six months.`,
  metrics: { role: buys ? 'buyer' : 'target', counterparty },
  topics: ['Acquisition'],
  what: counterparty,
  evidence: [named, { label: 'Other company is named', points: 20 }],
})

export const partnered = (
  { name }: Company,
  { partner, offer }: { partner: string; offer: string },
): Event => ({
  slug: 'partnership',
  title: `${name} and ${partner} are working together on ${offer}`,
  summary: `${name} announced a partnership with ${partner} for ${offer}.`,
  why_now: `Both companies may still be choosing suppliers for ${offer}.`,
  metrics: { partner },
  topics: ['Partnership', offer],
  what: partner,
  evidence: [named, { label: 'Partner is named', points: 20 }],
})

export const launched = ({ name }: Company, { product }: { product: string }): Event => ({
  slug: 'product_launch',
  title: `${name} launched ${product}`,
  summary: `${name} now offers ${product} to its customers.`,
  why_now: `${name} may be spending on selling and supporting ${product}.`,
  metrics: { product },
  topics: ['Product launch', product],
  what: product,
  evidence: [named, { label: 'Announced by the company', points: 20 }],
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
  title: `${name} won a ${money(value, currency)} contract from ${buyer}`,
  summary: `${buyer} awarded ${name} a contract for ${work}, worth ${money(value, currency)}.`,
  why_now: `${name} may be hiring and buying to deliver ${work}.`,
  metrics: { buyer, value, currency },
  topics: ['Contract award', work],
  what: buyer,
  evidence: [named, { label: 'Buyer and value are published', points: 25 }],
})

export const awarded = ({ name }: Company, { prize }: { prize: string }): Event => ({
  slug: 'award',
  title: `${name} received the ${prize}`,
  summary: `${name} was named winner of the ${prize}.`,
  why_now: 'A good reason to call and say congratulations.',
  metrics: { prize },
  topics: ['Award'],
  what: prize,
  evidence: [named, { label: 'Award is named', points: 15 }],
})

export const restructured = ({ name }: Company, { area }: { area: string }): Event => ({
  slug: 'restructure',
  title: `${name} restructures ${area}`,
  summary: `${name} announced a new structure for ${area}.`,
  why_now: `Restructuring ${area} often moves budgets and reopens supplier contracts.`,
  metrics: { area },
  topics: ['Restructure', area],
  what: area,
  evidence: [named, { label: 'Restructured area is named', points: 15 }],
})

export const noticed = ({ name }: Company, { notice }: { notice: string }): Event => ({
  slug: 'legal_or_insolvency',
  title: `${name}: ${notice}`,
  summary: `A public notice names ${name}: ${notice}.`,
  why_now: `Check open orders and payment terms with ${name} before you agree to anything new.`,
  metrics: { notice },
  topics: ['Legal notice'],
  what: notice,
  evidence: [named, { label: 'Public notice', points: 25 }],
})

export const roleGrew = (person: Person, at: Company, { area }: { area: string }): Event => ({
  slug: 'role_expanded',
  title: `${person.name} now also looks after ${area} at ${at.name}`,
  summary: `${person.name}, ${person.position} at ${at.name}, took on ${area} as well.`,
  why_now: `${person.first_name} is new to this area and may be open to ideas.`,
  metrics: { area },
  ...roleOf(person),
  topics: ['Role expanded', area, ...departmentTopics(person)],
  what: area,
  evidence: [
    { label: 'Named person with a title', points: 20 },
    { label: 'New area is named', points: 15 },
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
  why_now: `A friendly reason to call ${person.first_name} and ask what’s planned for next year.`,
  metrics: { years },
  ...roleOf(person),
  topics: ['Work anniversary', ...departmentTopics(person)],
  what: String(years),
  evidence: [
    { label: 'Named person with a title', points: 20 },
    { label: 'Start date is known', points: 15 },
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
  why_now: `${person.first_name} spoke about ${topic} recently. Mention it when you call.`,
  metrics: { topic, where },
  ...roleOf(person),
  topics: [topic, ...departmentTopics(person)],
  what: topic,
  evidence: [
    { label: 'Named person with a title', points: 20 },
    { label: 'Event is named', points: 10 },
  ],
})

/** 'A$4.2 million', 'A$6.8 billion'. */
const money = (amount: number, currency: string): string => {
  const sign = currency === 'NZD' ? 'NZ$' : 'A$'
  // Rounds before choosing the unit: 999,600,000 is a billion, not 1000 million.
  const sum = Number(amount.toPrecision(amount < 1_000_000 ? 3 : 2))
  if (sum >= 1_000_000_000) return `${sign}${sum / 1_000_000_000} billion`
  if (sum >= 1_000_000) return `${sign}${sum / 1_000_000} million`
  return `${sign}${Math.round(sum / 1000)},000`
}
