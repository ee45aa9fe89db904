import { foldText } from '../../contract/search/search-doc.ts'

/** Folded, without the legal form, with words that tell companies apart (Group, Holdings, Trust). */
export const nameKey = (name: string): string => {
  const dotless = name.replace(
    /\b(?:\p{L}\.){2,}/gu,
    (initials) => `${initials.replaceAll('.', '')} `,
  )
  const whole = foldText(dotless.replace(/\bP\/L\b/giu, 'Pty Ltd'))
  const tokens = whole.replace(/ (?:pty|proprietary) (?:ltd|limited)\b/g, '').split(' ')
  while (tokens.length > 1 && legalEndings.has(tokens.at(-1) ?? '')) tokens.pop()
  if (tokens.length > 1 && tokens[0] === 'the') tokens.shift()
  return tokens.join(' ')
}

/** Whether a name ends as companies' do on a register of Australia or New Zealand; only Australia has proprietary ones. */
export const companyForm = (name: string): 'proprietary' | 'limited' | undefined => {
  const tokens = foldText(name.replace(/\bP\/L\b/giu, 'Pty Ltd')).split(' ')
  const [before, last] = tokens.slice(-2)
  if (tokens.length < 2 || !registeredEndings.has(last ?? '')) return undefined
  return before === 'pty' || before === 'proprietary' ? 'proprietary' : 'limited'
}

/** Such as company/harbour-plumbing. */
export const linkedinKey = (url: string | undefined): string | null => {
  const page = /linkedin\.(?:com|example)\/((?:company|school|showcase|in)\/[^/?#\s]+)/i.exec(
    url ?? '',
  )?.[1]
  return page === undefined ? null : page.toLowerCase()
}

const registeredEndings = new Set(['ltd', 'limited', 'nl'])

const legalEndings = new Set(
  'pty ltd limited proprietary inc incorporated llc corp corporation plc llp lp nl gmbh ag nv bv'.split(
    ' ',
  ),
)
