import { foldText } from '../../contract/search/search-doc.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { employerOfRow, type WantedCompany } from './company-row.ts'
import type { Values } from './values.ts'

export type WantedPerson = {
  email: string | null
  linkedin: string | null
  /** Folded, first name first: as written, reversed, without middle names. */
  names: readonly string[]
  employer: WantedCompany | null
}

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
  // If one of the two columns holds the full name, the other adds nothing.
  if (first !== undefined && last !== undefined) {
    const [firstName, lastName] = [bare(first), bare(last)]
    return variants(
      firstName.endsWith(` ${lastName}`)
        ? firstName.split(' ')
        : [...firstName.split(' '), ...lastName.split(' ')],
    )
  }
  const whole = full ?? first ?? last
  if (whole === undefined) return []
  const comma = /^([^,]+),\s*([^,]+)$/.exec(whole)
  return variants(bare(comma ? `${comma[2]} ${comma[1]}` : whole).split(' '))
}

const variants = (parts: readonly string[]): string[] => {
  const [first, ...rest] = parts
  const last = rest.at(-1)
  if (first === undefined || first === '' || last === undefined) return []
  const ways = [parts.join(' '), [...rest, first].join(' ')]
  if (parts.length > 2) ways.push(`${first} ${last}`, [last, ...parts.slice(0, -1)].join(' '))
  return [...new Set(ways)]
}

const titles = new Set('mr mrs ms miss mx dr prof professor sir dame hon rev'.split(' '))
const endings = new Set('jr sr ii iii phd mba cpa oam am ao'.split(' '))

const bare = (name: string): string => {
  const parts = foldText(name).split(' ')
  while (parts.length > 2 && titles.has(parts[0] ?? '')) parts.shift()
  while (parts.length > 2 && endings.has(parts.at(-1) ?? '')) parts.pop()
  return parts.join(' ')
}
