import { filterOf, valueLabel } from '../../contract/search/filters.ts'
import type { PromptAnswer } from '../../contract/search/prompt.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { countryName } from '../../server/catalog/countries.ts'
import { cleanPosition } from '../../server/catalog/positions.ts'
import type { Line } from './corpus.ts'
import { companyName } from './market.ts'

export type Judged = {
  identifier: string
  wanted: string[]
  found: string[]
  hits: number
}

/**
 * Confidently wrong: the answer has a value that the prompt does not mean, or it leaves out a meant value and lists
 * nothing more than expected as not understood.
 */
export const judgeAnswer = (
  line: Line,
  answer: PromptAnswer,
): { exact: boolean; confidentlyWrong: boolean; filters: Judged[] } => {
  const filters: Judged[] = []
  const add = (identifier: string, wanted: string[], found: string[]): void => {
    const left = [...found]
    let hits = 0
    for (const value of wanted) {
      const at = left.findIndex((other) => same(identifier, value, other))
      if (at === -1) continue
      hits += 1
      left.splice(at, 1)
    }
    filters.push({ identifier, wanted, found, hits })
  }
  const { expected } = line
  for (const part of ['filters', 'excluded'] as const)
    for (const identifier of keys(expected[part], answer[part], answer.resting[part])) {
      const wanted = expected[part]?.[identifier] ?? []
      const found = [
        ...new Set([
          ...(answer[part][identifier] ?? []),
          ...(identifier in (expected[part] ?? {}) ? (answer.resting[part][identifier] ?? []) : []),
        ]),
      ]
      const accepted = part === 'filters' ? (line.accepted?.[identifier] ?? []) : []
      const counts = (value: string): boolean =>
        wanted.some((each) => same(identifier, each, value)) ||
        !accepted.some((each) => same(identifier, each, value))
      add(identifier, wanted, found.filter(counts))
    }
  for (const identifier of keys(expected.operators, answer.operators))
    add(
      identifier,
      expected.operators?.[identifier] === 'AND' ? ['AND'] : [],
      answer.operators[identifier] ? ['AND'] : [],
    )
  const right = filters.every(
    ({ wanted, found, hits }) => hits === wanted.length && hits === found.length,
  )
  const expectedUnknown = new Set(terms(line.unsupported ?? []))
  const flagged = terms(answer.unsupported).some((term) => !expectedUnknown.has(term))
  const wrongValue = filters.some(({ found, hits }) => hits !== found.length)
  return {
    exact: right && bag(line.unsupported ?? []) === bag(answer.unsupported),
    confidentlyWrong: wrongValue || (!right && !flagged),
    filters,
  }
}

const keys = (...records: (Readonly<Record<string, unknown>> | undefined)[]): Set<string> =>
  new Set(records.flatMap((record) => Object.keys(record ?? {})))

const terms = (texts: readonly string[]): string[] => foldText(texts.join(' ')).split(' ')

const bag = (texts: readonly string[]): string =>
  terms(texts)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ')

/** By its label in the product, the value itself, or a location's bare name. */
const same = (identifier: string, wanted: string, found: string): boolean => {
  const filter = filterOf(identifier)
  const names = [found, filter ? valueLabel(filter, found) : found]
  if (identifier.endsWith('location')) names.push(...locationNames(found))
  if (identifier === 'hq_country' || identifier === 'country')
    names.push(countryName(found) ?? found)
  if (found === 'Yes') names.push('true')
  if (identifier === 'company_id') names.push(companyName(found) ?? found)
  if (identifier === 'position') names.push(cleanPosition(found).title)
  const wantedNames = identifier === 'position' ? [wanted, cleanPosition(wanted).title] : [wanted]
  return names.some((name) => wantedNames.some((each) => plain(each) === plain(name)))
}

const locationNames = (value: string): string[] => {
  const parts = value.split('/')
  const [country = '', state, town, postcode] = parts
  if (postcode !== undefined) return [postcode, `${town} ${postcode}`, `${postcode} ${town}`]
  if (town !== undefined) return [town, `${town} ${state}`]
  return [state ?? countryName(country) ?? country]
}

const plain = (text: string): string =>
  foldText(text.replaceAll('+', ' plus ').replaceAll('<', ' under '))
