import { visitsType } from '../../../contract/money/downloads.ts'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { disclosuresEndpoints } from '../../../contract/records/disclosures.ts'
import type { PersonView } from '../../../contract/records/records.ts'
import { formatDay } from '../../lib/format.ts'
import { isKnown, sourceOf } from './facts.ts'
import { personSections } from './person-facts.ts'

export type Disclosures = EndpointOutput<typeof disclosuresEndpoints.disclosures>

export type Part = { title: string; lines: readonly string[] }

/** `loading` and `unavailable`: the server has not answered. */
export const whereFrom = (
  person: PersonView,
  disclosures: Disclosures | 'loading' | 'unavailable',
  now: number,
): Part[] => [
  {
    title: 'Where each detail comes from',
    // Contact details first.
    lines: personSections(person, now)
      .toReversed()
      .flatMap(({ facts }) => facts.filter(isKnown))
      .map(({ label, field }) => {
        const source = sourceOf(person, field)
        return source === undefined
          ? `${label}: unknown`
          : `${label}: ${source.source}, ${formatDay(source.seen_at)}`
      }),
  },
  {
    title: 'Who at your company used them',
    lines: typeof disclosures === 'string' ? [unanswered[disclosures]] : usesOf(disclosures),
  },
  {
    title: 'Removal',
    lines: [
      'Anyone can ask to be removed. Choose Report on any field, then Something else, and we remove them for everyone.',
    ],
  },
]

const unanswered = { loading: 'Loading…', unavailable: 'You need a connection to see this.' }

const usesOf = ({ revealed, requests }: Disclosures): string[] => {
  if (revealed === null && requests.length === 0)
    return ['No one has revealed, downloaded or pushed them.']
  const lines = [
    ...(revealed === null ? [] : [`Revealed ${on(revealed)}`]),
    ...requests.map((request) => {
      const way = ways[request.type] ?? 'Pushed to a CRM'
      return `${way} ${on(request)}: ${request.name}`
    }),
  ]
  return [...new Set(lines)]
}

const ways: Readonly<Record<string, string>> = {
  DOWNLOAD: 'Downloaded',
  [visitsType]: 'Visit exported',
}

const on = ({ at, by }: { at: string; by: string | null }): string =>
  `on ${formatDay(at)} by ${by ?? 'a colleague'}`

/** For a file. */
export const whereFromText = (name: string, parts: readonly Part[], now: number): string =>
  [
    `Where Fieldbook got the details of ${name}`,
    `As of ${formatDay(new Date(now).toISOString())}`,
    ...parts.map(({ title, lines }) => ['', title, ...lines].join('\n')),
    '',
  ].join('\n')
