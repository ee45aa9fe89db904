import { folded } from '../../contract/search/search-doc.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { employerOfRow, type WantedCompany } from './company-row.ts'
import type { Values } from './values.ts'

/** A person as a row of a file tells them, in the form records are looked up by. */
export type WantedPerson = {
  email: string | null
  linkedin: string | null
  /** Ways to write the name, folded, first name first: as it is told, the other way round, without middle names. */
  names: readonly string[]
  employer: WantedCompany | null
}

/** The keys of a row of people; null where it tells nothing a person could be found by. */
export const personOfRow = (values: Values): WantedPerson | null => {
  const email = values.email?.toLowerCase() ?? null
  const linkedin = linkedinKey(values.linkedin)
  const names = namesOf(values)
  const employer = employerOfRow(values)
  const wanted: WantedPerson = {
    email: email !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : null,
    linkedin: linkedin?.startsWith('in/') === true ? linkedin : null,
    names,
    employer,
  }
  const named = names.length > 0 && employer !== null
  return wanted.email !== null || wanted.linkedin !== null || named ? wanted : null
}

const namesOf = ({ full_name: full, first_name: first, last_name: last }: Values): string[] => {
  // One of two columns that holds both names says nothing the other does.
  if (first !== undefined && last !== undefined) {
    const [one, other] = [bare(first), bare(last)]
    return variants(
      one.endsWith(` ${other}`) ? one.split(' ') : [...one.split(' '), ...other.split(' ')],
    )
  }
  const whole = full ?? first ?? last
  if (whole === undefined) return []
  const comma = /^([^,]+),\s*([^,]+)$/.exec(whole)
  return variants(bare(comma ? `${comma[2]} ${comma[1]}` : whole).split(' '))
}

const variants = (words: readonly string[]): string[] => {
  const [first, ...rest] = words
  const last = rest.at(-1)
  if (first === undefined || first === '' || last === undefined) return []
  const ways = [words.join(' '), [...rest, first].join(' ')]
  if (words.length > 2) ways.push(`${first} ${last}`, [last, ...words.slice(0, -1)].join(' '))
  return [...new Set(ways)]
}

const titles = new Set('mr mrs ms miss mx dr prof professor sir dame hon rev'.split(' '))
const endings = new Set('jr sr ii iii phd mba cpa oam am ao'.split(' '))

/** A name without what stands before and behind it. */
const bare = (name: string): string => {
  const words = folded(name).split(' ')
  while (words.length > 2 && titles.has(words[0] ?? '')) words.shift()
  while (words.length > 2 && endings.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}
