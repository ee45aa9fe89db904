import { positions } from '../catalog/positions.ts'
import { editDistance } from '../text/edit-distance.ts'
import type { Token } from './tokens.ts'

const nouns = new Set(
  `officer coordinator co-ordinator adviser analyst consultant specialist assistant supervisor administrator developer designer technician engineer superintendent
planner representative scientist architect operator worker trainer nurse chef driver controller accountant lawyer writer editor producer strategist buyer clerk
inspector instructor teacher lecturer researcher recruiter therapist associate agent secretary auditor surveyor estimator foreman welder fitter mechanic
copywriter programmer tester counsel evangelist executive rep president planner handler receptionist manager director`.split(
    /\s+/,
  ),
)
const ranks = new Set(['manager', 'director', 'executive', 'president'])

/** 'officer', 'coordinator'; a rank counts if the word before it is no filter. */
export const isTitleNoun = (token: Token | undefined, withRanks: boolean): boolean =>
  token !== undefined &&
  !token.quoted &&
  nouns.has(token.stem) &&
  (withRanks || !ranks.has(token.stem))

export const simpleTitles = (): string[] =>
  [
    ...nouns,
    ...'economist doctor surgeon physician barrister cook tradesperson foreperson'.split(' '),
  ].filter((noun) => !ranks.has(noun) && !tooWide.has(noun))
const tooWide = new Set(
  'agent associate operator worker rep lead counsel handler co-ordinator engineer developer designer'.split(
    ' ',
  ),
)

/** They describe a person but are no part of a title. */
export const noTitle = new Set(
  `experienced busy good new local key top best female male young great right relevant active current potential target likely influential friendly full
time part real successful former ex retired old other existing several many few same different important main former modern growing award winning female
indigenous bilingual english speaking hardworking talented qualified certified trusted leading interested unhappy above below over under beyond mid level decent proper big nice first second
mine`.split(/\s+/),
)

/** 'Sustainability Manager' for 'sustainability managers'. */
export const singularTitle = (tokens: readonly Token[]): string => {
  const title = capitalised(tokens)
  return /[^s]s$/i.test(title) ? title.slice(0, -1) : title
}

/** The catalogue's spelling of a title with a typo ('Operatons Manager', 'Safety Advisor'), else as it is. */
export const knownTitle = (title: string): string => {
  const near = longTitles.filter((known) => editDistance(title, known, 1) <= 1)
  return near.length === 1 ? (near[0] ?? title) : title
}

/** Short titles differ from each other in a single letter. */
const longTitles = positions.map(({ title }) => title).filter((title) => title.length >= 12)

/** 'People and Culture', 'IT'. */
export const capitalised = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text, term }) => {
      if (/^[A-Z0-9&]{2,}s?$/.test(text) || term === 'and' || term === 'of') return text
      return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
    })
    .join(' ')
