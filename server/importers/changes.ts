import type { Company } from '../../contract/records/records.ts'
import { companySignals } from '../signal-detection/company-changes.ts'
import { registered } from '../signal-detection/company-events.ts'
import { delistedSignal, listedSignals } from '../signal-detection/listings.ts'
import { signalOf, type SourceReport } from '../signal-detection/signal-draft.ts'
import type { SignalDraft } from '../signals/add-signals.ts'
import type { Plan } from './batch.ts'
import type { Reading } from './importer.ts'

/** `follows`: the previous list was read whole. `lastEdition` is the day of a register's previous edition. */
export type History = { follows: boolean; lastEdition: string | undefined }

/**
 * A new company has no signals, except that an exchange now lists it, or that a register has added it since its last edition.
 */
export const changeSignals = (
  { rows: placed, added, changed }: Plan,
  reading: Reading,
  { follows, lastEdition }: History,
): SignalDraft[] => {
  const { exchange } = reading
  // Several rows can update one company: the first row has the record from before the file.
  const before = new Map<string, Company>()
  for (const row of placed)
    if ('before' in row && !before.has(row.before.id)) before.set(row.before.id, row.before)
  const listings = (after: Company, was?: Company): SignalDraft[] =>
    exchange === undefined
      ? []
      : listedSignals(
          { before: was, after },
          exchange,
          tellingOf(after, reading, 'ticker'),
          follows,
        )
  return [
    ...added.flatMap((after) => listings(after)),
    ...registrations(placed, reading, lastEdition),
    ...changed.flatMap((after) => {
      const was = before.get(after.id)
      return was === undefined
        ? []
        : [
            ...listings(after, was),
            ...companySignals({ before: was, after }, tellingOf(after, reading), (field) =>
              trustIn(reading, field),
            ),
          ]
    }),
  ]
}

/** Also of companies that another source knew first. */
const registrations = (
  placed: Plan['rows'],
  reading: Reading,
  lastEdition: string | undefined,
): SignalDraft[] =>
  placed.flatMap((row) => {
    const day = row.row.registered
    if (row.outcome === 'skipped' || lastEdition === undefined || day === undefined) return []
    const { after: company } = row
    const isKnown = 'before' in row && isFrom(row.before, reading.source)
    const isNew = !isKnown && day > lastEdition && day <= reading.seenAt
    return isNew && company.status === 'active'
      ? [
          signalOf(
            registered(company, { day, register: reading.source }),
            { company },
            { ...tellingOf(company, reading), day },
          ),
        ]
      : []
  })

const isFrom = ({ provenance }: Company, source: string): boolean =>
  Object.values(provenance).some((fact) => fact.source === source)

/** With the values of the last list that named them. */
export const delistedSignals = (companies: readonly Company[], reading: Reading): SignalDraft[] =>
  companies.flatMap((company) =>
    company.ticker === undefined
      ? []
      : [delistedSignal(company, company.ticker, tellingOf(company, reading, 'ticker'))],
  )

const tellingOf = (company: Company, reading: Reading, field?: keyof Company): SourceReport => ({
  source: reading.source,
  url: reading.link?.(company) ?? null,
  day: reading.seenAt,
  trust: field === undefined ? reading.trust.base : trustIn(reading, field),
})

const trustIn = ({ trust }: Reading, field: keyof Company): number =>
  trust.fields?.[field] ?? trust.base
