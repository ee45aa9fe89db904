import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import type { Change } from './changes.ts'

type About = {
  company: string
  person: string | undefined
  changes: readonly Change[]
}

/** The opening lines of a call or an email, in the configured tone. A sentence that needs a word to avoid is left out. */
export const openerOf = (
  { tone, products, valuePoints, avoidedTerms }: AccountIntelligence,
  { company, person, changes }: About,
): string => {
  const [product] = products
  const [value] = valuePoints
  const parts: (readonly string[])[] = [
    greetings[tone](person),
    subjects[tone](company),
    changes.flatMap(({ say }) => (say === undefined ? [] : [reasons[tone](say)])),
    product === undefined
      ? []
      : product.does === ''
        ? [`We make ${product.name}.`]
        : [
            `${product.name}: ${ended(product.does)}`,
            ended(product.does),
            `We make ${product.name}.`,
          ],
    value === undefined ? [] : [ended(value)],
    endings[tone],
  ]
  return parts
    .map((ways) => ways.find((way) => !holds(way, avoidedTerms)))
    .filter((sentence) => sentence !== undefined)
    .join(' ')
}

const greetings = {
  plain: (name: string | undefined) => [name === undefined ? 'Hello,' : `Hello ${name},`, 'Hello,'],
  warm: (name: string | undefined) => [
    name === undefined ? 'Hi there,' : `Hi ${name},`,
    'Hi there,',
  ],
  formal: (name: string | undefined) => [
    name === undefined ? 'Good day,' : `Dear ${name},`,
    'Good day,',
  ],
}
const subjects = {
  plain: (company: string) => [`I’m calling about ${company}.`],
  warm: (company: string) => [`I’ve been reading about ${company}.`],
  formal: (company: string) => [`I’m writing about ${company}.`],
}
const reasons = {
  plain: (say: string) => `I saw that ${say}.`,
  warm: (say: string) => `I noticed that ${say}.`,
  formal: (say: string) => `I understand that ${say}.`,
}
const endings = {
  plain: ['Do you have ten minutes this week?', 'When would suit you?'],
  warm: ['Would you have ten minutes for a chat this week?', 'When would suit you?'],
  formal: ['Could we arrange a short meeting?', 'When would suit you?'],
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Whole words only: avoiding 'art' must not block 'start'. */
const holds = (text: string, terms: readonly string[]): boolean => {
  const plain = spaced(text)
  return terms.some((term) => plain.includes(spaced(term)))
}

const spaced = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')
    .join(' ')} `
