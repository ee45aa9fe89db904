import { foldText } from '../../contract/search/search-doc.ts'
import { divisions } from '../catalog/industry.ts'
import { offerOf } from '../catalog/offers.ts'
import { skillsOf } from '../catalog/skills.ts'
import { phrasesOf, type Phrases } from './phrases.ts'
import type { Token } from './tokens.ts'

export type FreeText = 'services' | 'products' | 'keywords' | 'skills' | 'position'

export const knownTexts = (): string[] => [
  ...offers.flatMap(({ services, products, keywords }) => [...services, ...products, ...keywords]),
  ...Object.values(skillsOf).flat(),
]

const offers = divisions.flatMap(({ code, groups }) =>
  [
    code,
    ...groups.flatMap((group) => [group.code, ...group.classes.map((entry) => entry.code)]),
  ].map(offerOf),
)
const labels = (texts: readonly (readonly string[])[]): Phrases<string> =>
  phrasesOf(texts.flat().map((text) => [text, text] as const))

const known: Readonly<Record<FreeText, Phrases<string>>> = {
  services: labels(offers.map(({ services }) => services)),
  products: labels(offers.map(({ products }) => products)),
  keywords: labels(offers.map(({ keywords }) => keywords)),
  skills: labels(Object.values(skillsOf)),
  position: phrasesOf<string>([]),
}

export const freeTextAt = (
  tokens: readonly Token[],
  index: number,
  identifier: FreeText,
  begins: (at: number) => boolean,
): { value: string; from: number; next: number } | undefined => {
  let from = index
  while (leading.has(tokens[from]?.term ?? '') && !parted(tokens, from, index)) from += 1
  const first = tokens[from]
  if (!first || parted(tokens, from, index)) return undefined
  if (first.quoted) return { value: first.text.slice(1, -1).trim(), from, next: from + 1 }
  const label = known[identifier].at(tokens, from)
  if (label && !isOpen(tokens, label.next, begins))
    return { value: label.means, from, next: label.next }
  let next = from
  while (
    next < tokens.length &&
    next < from + 6 &&
    !(next > from && parted(tokens, next, from)) &&
    !ends(tokens, next, begins)
  )
    next += 1
  const phrase = tokens.slice(from, next)
  if (phrase.length === 0) return label && { value: label.means, from, next: label.next }
  if (label && label.next >= next) return { value: label.means, from, next: label.next }
  if (phrase.every(({ term }) => isVague(term))) return undefined
  // 'producing 5mtpa' is an amount, '4WD parts' are goods.
  if (/^\d/.test(first.term) && !/^\d(d|wd|x4)$/.test(first.term)) return undefined
  const value = phrase.map(({ text }) => text).join(' ')
  // 'selling overseas', 'deliver nationally'.
  if (
    phrase.length === 1 &&
    /^(overseas|online|interstate|direct|\w+ly)$/.test(phrase[0]?.term ?? '')
  )
    return undefined
  return foldText(value).length < 2 ? undefined : { value, from, next }
}

const isOpen = (tokens: readonly Token[], next: number, begins: (at: number) => boolean): boolean =>
  next < tokens.length && !parted(tokens, next, next - 1) && !ends(tokens, next, begins)

const parted = (tokens: readonly Token[], index: number, from: number): boolean =>
  index > from && /[,;:.!?()\n/+]|\s[-–—]\s/.test(tokens[index]?.gap ?? '')

const ends = (tokens: readonly Token[], index: number, begins: (at: number) => boolean): boolean =>
  closing.has(tokens[index]?.term ?? '') || begins(index)

/** 'do work for councils', 'make money': the words say nothing of what a company offers. */
export const isVague = (term: string): boolean => vague.has(term)
const vague = new Set(
  `work works business stuff things thing lot lots of everything anything something money loss losses profit profits deals jobs
projects orders well good great more most it them all what that commercial domestic residential industrial both much little difference fast quickly than over under up least cheap hard`.split(
    /\s+/,
  ),
)

const leading = new Set(
  'the a an their any some various things like like: such as of in and'.split(' '),
)
const closing = new Set(
  `and or nor in at near with based using use uses who that which from for not but except excluding without under over on across around within where whose as to
by located is are has have plus also only hiring please company companies businesses firms people`.split(
    /\s+/,
  ),
)
