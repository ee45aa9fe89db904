import { folded } from '../../contract/search/search-doc.ts'

/** A word, number or quoted phrase of a prompt. */
export type Token = {
  /** As written. */
  text: string
  /** Folded. */
  word: string
  /** Folded, in the singular and in Australian spelling: what the lexicon is looked up by. */
  stem: string
  start: number
  end: number
  /** What stands between the token before and this one. */
  gap: string
  quoted: boolean
  /** The stem is of another word than the one written: a slip of the finger was mended. */
  mended: boolean
}

const pattern =
  /["“”][^"“”]{2,120}["“”]|&|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?[\p{L}\p{M}]*|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu

/** The words of a prompt with where they stand. */
export const tokensOf = (prompt: string): Token[] => {
  const found: Token[] = []
  let last = 0
  for (const match of prompt.matchAll(pattern)) {
    const text = match[0]
    const quoted = /^["“”]/.test(text)
    // Possessives: "Perth's" is Perth.
    const word =
      text === '&'
        ? 'and'
        : folded(quoted ? text.slice(1, -1) : text.replace(/(?<=\p{L}{3})['’]s$/iu, ''))
    if (word === '') continue
    const end = match.index + text.length
    const gap = prompt.slice(last, match.index)
    const stem = quoted ? word : /^[A-Z]{2,4}s$/.test(text) ? word.slice(0, -1) : stemOf(word)
    found.push({ text, word, stem, start: match.index, end, gap, quoted, mended: false })
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

/** A folded word in the singular and in Australian spelling; the same for every form of a word, whether or not it is one itself. */
export const stemOf = (word: string): string => {
  const single = singular(word)
  const spelt = spellings.get(single) ?? single
  return spelt.length > 5 && !/siz(e|ed|ing)$/.test(spelt)
    ? spelt.replace(/iz(e|ed|er|ing|ation)$/, 'is$1')
    : spelt
}

const singular = (word: string): string => {
  if (word.length <= 3 || /\d/.test(word)) return word
  if (word.length > 5 && word.endsWith('men')) return `${word.slice(0, -2)}an`
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word
}

/** The key words are looked up by: their stems without what stands between them, so that 'e-commerce', 'e commerce' and 'ecommerce' are one. */
export const keyOf = (stems: readonly string[]): string => stems.join('')

/** The key of a phrase of a catalogue. */
export const phraseKey = (phrase: string): string => keyOf(folded(phrase).split(' ').map(stemOf))
