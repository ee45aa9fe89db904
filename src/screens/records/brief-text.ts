import { links, recordLink } from '../../../contract/links.ts'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { isListed } from '../../shared/do-not-call/do-not-call.ts'
import { formatDay } from '../../lib/format.ts'
import type { Change } from './changes.ts'
import { companySections } from './company-facts.ts'
import { sourceOf } from './facts.ts'

type SourcedFact = { text: string; source: string }

export const factsOf = (company: CompanyView): SourcedFact[] => {
  const wanted = ['Industry', 'Local employees', 'Headquarters', 'Revenue', 'Founded', 'Sells to']
  const known = companySections(company, Date.now()).flatMap(({ facts }) => facts)
  return wanted.flatMap((label) => {
    const fact = known.find((each) => each.label === label)
    const value = fact?.text ?? fact?.items?.join(', ')
    if (fact === undefined || value === undefined || value === '') return []
    return [{ text: `${label}: ${value}`, source: sourceText(company, fact.field) }]
  })
}

export const happenedAt = (signals: readonly Signal[]): SourcedFact[] =>
  signals.slice(0, 3).map(({ title, why_now: why, source, event_date: day }) => ({
    text: `${title}. ${why}`,
    source: `${source.name}, ${formatDay(day)}`,
  }))

export const briefText = (
  company: CompanyView,
  {
    facts,
    happened,
    changes,
    people,
    opener,
  }: {
    facts: readonly SourcedFact[]
    happened: readonly SourcedFact[]
    changes: readonly Change[]
    people: readonly { person: PersonView; as: string | null }[]
    opener: string | undefined
  },
): string => {
  const part = (title: string, lines: readonly string[]): string =>
    `${title}\n${lines.length === 0 ? '- No data' : lines.map((line) => `- ${line}`).join('\n')}`
  return [
    `${company.name}\n${addressOf(recordLink('company', company.id))}`,
    part(
      'Facts',
      facts.map(({ text, source }) => `${text} (${source})`),
    ),
    part('Why now', [
      ...happened.map(({ text, source }) => `${text} (${source})`),
      ...changes.slice(0, 4).map(({ text, field }) => `${text} (${sourceText(company, field)})`),
    ]),
    part(
      'Who to call',
      people.map(
        ({ person }) =>
          `${person.name}, ${person.position}${isListed(person) ? ' (do not call)' : ''} ${addressOf(links.person(person.id))}`,
      ),
    ),
    ...(opener === undefined ? [] : [`Opening line\n${opener}`]),
  ].join('\n\n')
}

const addressOf = (link: string): string => new URL(link, location.href).href

const sourceText = (company: CompanyView, field: string): string => {
  const source = sourceOf(company, field)
  return source === undefined ? 'source unknown' : `${source.source}, ${formatDay(source.seen_at)}`
}
