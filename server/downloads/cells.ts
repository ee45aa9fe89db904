import type { Category, CheckedCompany, DoNotCall, Person } from '../../contract/records/records.ts'
import type { Policies } from '../../contract/org/customer.ts'
import type { Cell } from '../platform/csv.ts'
import { companyFacts, personFacts, type Delivered, type Fact, type Facts } from './facts.ts'

/** The policy `hide` leaves out numbers on the Do Not Call Register (R17); a column of its own says who is listed. */
export const cellsOf = (
  delivered: Delivered,
  columns: readonly string[],
  policies: Pick<Policies, 'dncPolicy'>,
): Cell[] => {
  const { lists } = delivered
  const row =
    delivered.category === 'company'
      ? companyCells(delivered.record, policies)
      : personCells(delivered.record, policies)
  return columns.map((key) => (key === 'lists' ? joined(lists) : (row[key] ?? null)))
}

const companyCells = (company: CheckedCompany, policies: Pick<Policies, 'dncPolicy'>): Cells => ({
  ...textOf(companyFacts(company, policies)),
  ...registerCells(
    [...company.phones, ...company.mobiles].map((number) => company.dnc?.[number] ?? unchecked),
  ),
  status: statusNames[company.status],
  revenue:
    company.revenue &&
    `${company.revenue.amount ?? company.revenue.band} ${company.revenue.currency}`,
  source: sourceOf(company),
})

const personCells = (person: Person, policies: Pick<Policies, 'dncPolicy'>): Cells => ({
  ...textOf(personFacts(person, policies)),
  ...registerCells([person.mobile?.dnc, person.direct_phone?.dnc]),
  source: sourceOf(person),
})

const registerCells = (known: readonly (DoNotCall | undefined)[]): Cells => {
  const dnc = worstOf(known)
  return { do_not_call: dnc && dncNames[dnc.listed], do_not_call_until: dnc?.valid_until }
}

const unchecked: DoNotCall = { listed: 'unknown' }

type Cells = Readonly<Record<string, Cell | undefined>>

const textOf = (facts: Facts): Cells =>
  Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, cellOf(fact)]))

const cellOf = (fact: Fact): Cell =>
  typeof fact === 'object' ? joined(fact) : typeof fact === 'boolean' ? (fact ? 'Yes' : 'No') : fact

const joined = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.join('; ')

/** One unchecked number of several makes the row unchecked. */
const worstOf = (known: readonly (DoNotCall | undefined)[]): DoNotCall | undefined =>
  known
    .filter((each) => each !== undefined)
    .toSorted(
      (first, other) =>
        severity[first.listed] - severity[other.listed] ||
        (first.valid_until ?? '').localeCompare(other.valid_until ?? ''),
    )[0]

const severity = { yes: 0, unknown: 1, no: 2 } as const

const statusNames = { active: 'Active', deregistered: 'Deregistered', unknown: 'Unknown' } as const
/** An unchecked number says so, so that an empty cell does not read as permission to call (reliability, Privacy). */
const dncNames = { yes: 'Listed', no: 'Not listed', unknown: 'Not checked' } as const

const sourceOf = ({ provenance }: CheckedCompany | Person): string | undefined =>
  provenance['*']?.source ?? provenance['name']?.source

export const headersOf = (
  labels: readonly { key: string; label: string }[],
  columns: readonly string[],
): string[] => columns.map((key) => labels.find((column) => column.key === key)?.label ?? key)

export const unknownColumns = (
  known: Readonly<Record<Category, readonly { key: string }[]>>,
  category: Category,
  columns: readonly string[],
): number[] =>
  columns.flatMap((key, index) =>
    known[category].some((column) => column.key === key) ? [] : [index],
  )
