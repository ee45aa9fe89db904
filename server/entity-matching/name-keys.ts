import { folded } from '../../contract/search/search-doc.ts'

/** What two spellings of one company's name share: folded, without the words of its legal form; words that tell companies apart (Group, Holdings, Trust) stay. */
export const nameKey = (name: string): string => {
  const dotless = name.replace(
    /\b(?:\p{L}\.){2,}/gu,
    (initials) => `${initials.replaceAll('.', '')} `,
  )
  const whole = folded(dotless.replace(/\bP\/L\b/giu, 'Pty Ltd'))
  const words = whole.replace(/ (?:pty|proprietary) (?:ltd|limited)\b/g, '').split(' ')
  while (words.length > 1 && legalEndings.has(words.at(-1) ?? '')) words.pop()
  if (words.length > 1 && words[0] === 'the') words.shift()
  return words.join(' ')
}

/** The part of a LinkedIn address that names its page: company/harbour-plumbing; null when it is none. */
export const linkedinKey = (url: string | undefined): string | null => {
  const page = /linkedin\.(?:com|example)\/((?:company|school|showcase|in)\/[^/?#\s]+)/i.exec(
    url ?? '',
  )?.[1]
  return page === undefined ? null : page.toLowerCase()
}

const legalEndings = new Set(
  'pty ltd limited proprietary inc incorporated llc corp corporation plc llp lp nl gmbh ag nv bv'.split(
    ' ',
  ),
)
