import { signalTypeOf } from '../../contract/signals/signal-types.ts'

/** '12 new hiring surges', or '3 new signals' for several types. */
export const titleOf = (types: ReadonlyMap<string, number>): string => {
  const count = [...types.values()].reduce((sum, each) => sum + each, 0)
  const [slug] = types.keys()
  const type = types.size === 1 && slug !== undefined ? signalTypeOf(slug) : undefined
  const shown = count.toLocaleString('en-AU')
  if (!type) return count === 1 ? '1 new signal' : `${shown} new signals`
  if (count === 1) return alone[type.value] ?? `1 new ${lower(type.label)}`
  return type.plural.startsWith('people')
    ? `${shown} ${type.plural}`
    : `${shown} new ${type.plural}`
}

const alone: Readonly<Record<string, string>> = {
  new_in_role: '1 person new in their role',
  left_company: '1 person who left',
  role_expanded: '1 new expanded role',
  content_mention: '1 new mention in content',
  office_opened: '1 new office opened',
  office_closed: '1 office closed',
  tech_adopted: '1 new technology adopted',
  tech_dropped: '1 technology dropped',
}

const lower = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)
