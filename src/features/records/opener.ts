import type { AccountIntelligence } from '../../../contract/account-intelligence.ts'
import type { Change } from './changes.ts'

type About = {
  company: string
  /** First name of whom one calls; undefined where nobody is known. */
  person: string | undefined
  /** The strongest reason to call now. */
  change: Change | undefined
}

/**
 * The first lines of a call or an e-mail, in the tone and from the words of the configuration. A sentence that cannot be said
 * without a word to avoid is left out.
 */
export const openerOf = (
  { tone, products, valuePoints, wordsToAvoid }: AccountIntelligence,
  { company, person, change }: About,
): string => {
  const [product] = products
  const [value] = valuePoints
  const reason = change?.text.replace(/\.$/, '')
  const parts: (readonly (string | undefined)[])[] = [
    greetings[tone](person),
    reason === undefined ? reasonless[tone](company) : reasons[tone](company, reason),
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
    .map((ways) => ways.find((way) => way !== undefined && !holds(way, wordsToAvoid)))
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
const reasons = {
  plain: (company: string, reason: string) => [`I am calling about ${company}. ${reason}.`],
  warm: (company: string, reason: string) => [
    `I have been reading about ${company} and something caught my eye. ${reason}.`,
    `I have been reading about ${company}. ${reason}.`,
  ],
  formal: (company: string, reason: string) => [
    `I am writing with regard to ${company}. According to public sources: ${reason}.`,
  ],
}
const reasonless = {
  plain: (company: string) => [`I am calling about ${company}.`],
  warm: (company: string) => [`I have been reading about ${company}.`],
  formal: (company: string) => [`I am writing with regard to ${company}.`],
}
const endings = {
  plain: ['Do you have ten minutes this week?', 'When would suit you?'],
  warm: ['Would you have ten minutes for a chat this week?', 'When would suit you?'],
  formal: ['May I propose a short meeting at your convenience?', 'When would suit you?'],
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Whole words only: who avoids 'art' may still say 'start'. */
const holds = (text: string, words: readonly string[]): boolean => {
  const plain = spaced(text)
  return words.some((word) => plain.includes(spaced(word)))
}

const spaced = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `
