import type { Category, Company, DoNotCall, Person } from '../../contract/records/records.ts'
import type { Policies } from '../../contract/org/customer.ts'
import type { Cell } from '../platform/csv.ts'
import { strongest } from '../do-not-call/do-not-call.ts'
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
      ? companyCells(delivered.record)
      : personCells(delivered.record, policies)
  return columns.map((key) => (key === 'lists' ? joined(lists) : (row[key] ?? null)))
}

const companyCells = (company: Company): Cells => ({
  ...textOf(companyFacts(company)),
  status: statusNames[company.status],
  revenue:
    company.revenue &&
    `${company.revenue.amount ?? company.revenue.band} ${company.revenue.currency}`,
  source: sourceOf(company),
})

const personCells = (person: Person, policies: Pick<Policies, 'dncPolicy'>): Cells => {
  const dnc = worstOf([person.mobile?.dnc, person.direct_phone?.dnc])
  return {
    ...textOf(personFacts(person, policies)),
    do_not_call: dnc && dncNames[dnc.listed],
    do_not_call_until: dnc?.valid_until,
    source: sourceOf(person),
  }
}

type Cells = Readonly<Record<string, Cell | undefined>>

const textOf = (facts: Facts): Cells =>
  Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, cellOf(fact)]))

const cellOf = (fact: Fact): Cell =>
  typeof fact === 'object' ? joined(fact) : typeof fact === 'boolean' ? (fact ? 'Yes' : 'No') : fact

const joined = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.join('; ')

const worstOf = (known: readonly (DoNotCall | undefined)[]): DoNotCall | undefined =>
  known
    .filter((each) => each !== undefined)
    .reduce<DoNotCall | undefined>(
      (worst, other) => (worst ? strongest(worst, other) : other),
      undefined,
    )

const statusNames = { active: 'Active', deregistered: 'Deregistered', unknown: 'Unknown' } as const
/** An unchecked number says so, so that an empty cell does not read as permission to call (reliability, Privacy). */
const dncNames = { yes: 'Listed', no: 'Not listed', unknown: 'Not checked' } as const

const sourceOf = ({ provenance }: Company | Person): string | undefined =>
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
