import { foldText } from '../../contract/search/search-doc.ts'

export type Token = {
  text: string
  term: string
  /** Folded, singular, in Australian spelling. */
  stem: string
  start: number
  end: number
  gap: string
  quoted: boolean
  corrected: boolean
}

export const isCapital = (token: Token | undefined): boolean => /^\p{Lu}/u.test(token?.text ?? '')

/** All long words have capitals, so a capital says nothing. */
export const isTitled = (tokens: readonly Token[]): boolean =>
  tokens.every((token) => isCapital(token) || token.term.length < 5) &&
  tokens.filter(isCapital).length > tokens.length / 2

/** A quote, an email address or a domain of a country, two letters such as 'R&D', a number, or a word. */
const pattern =
  /["“”][^"“”]{2,120}["“”]|(?<![\w.+-])[\w.+-]+@[\w-]+(?:[.][\w-]+)+|(?<![\w.-])(?:[\w-]*[.])+(?:au|nz)\b|(?<![\p{L}\p{N}])\p{L}&\p{L}(?![\p{L}\p{N}])|&|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?[\p{L}\p{M}]*|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu

export const tokensOf = (prompt: string): Token[] => {
  const found: Token[] = []
  let last = 0
  for (const match of prompt.matchAll(pattern)) {
    const text = match[0]
    const quoted = /^["“”]/.test(text)
    // Possessives: "Perth's" is Perth.
    const term =
      text === '&'
        ? 'and'
        : foldText(quoted ? text.slice(1, -1) : text.replace(/(?<=\p{L}{3})['’]s$/iu, ''))
    if (term === '') continue
    const end = match.index + text.length
    const gap = prompt.slice(last, match.index)
    const stem = quoted
      ? term
      : text.includes('&')
        ? keyOf(term.split(' '))
        : /^[A-Z]{2,4}s$/.test(text)
          ? term.slice(0, -1)
          : stemOf(term)
    found.push({ text, term, stem, start: match.index, end, gap, quoted, corrected: false })
    last = end
  }
  return found
}

const spellings: ReadonlyMap<string, string> = new Map(
  `center centre|labor labour|color colour|jewelry jewellery|jeweler jeweller|fiber fibre|theater theatre|tire tyre|program programme|aluminum aluminium
harbor harbour|license licence|defense defence|catalog catalogue|counseling counselling|traveler traveller|advisor adviser|counselor counsellor|gray grey
plow plough|pediatric paediatric|orthopedic orthopaedic|gynecology gynaecology|modeling modelling|labeling labelling|fueling fuelling|mold mould|molding moulding`
    .split(/[|\n]/)
    .map((pair): [string, string] => {
      const [from = '', to = ''] = pair.split(' ')
      return [from, to]
    }),
)

/** Equal for all forms of a word, even if it is no word itself. */
export const stemOf = (term: string): string => {
  const single = singular(term)
  const spelt = spellings.get(single) ?? single
  return spelt.length > 5 && !/siz(e|ed|ing)$/.test(spelt)
    ? spelt.replace(/iz(e|ed|er|ing|ation)$/, 'is$1')
    : spelt
}

const singular = (term: string): string => {
  if (term.length <= 3 || /\d/.test(term)) return term
  if (term.length > 5 && term.endsWith('men')) return `${term.slice(0, -2)}an`
  if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(term)) return term.slice(0, -2)
  return /[^siu]s$/.test(term) ? term.slice(0, -1) : term
}

/** Without separators: 'e-commerce', 'e commerce' and 'ecommerce' are equal. */
export const keyOf = (stems: readonly string[]): string => stems.join('')

export const phraseKey = (phrase: string): string => keyOf(foldText(phrase).split(' ').map(stemOf))
