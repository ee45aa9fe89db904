import type { Company } from '../../contract/records/records.ts'
import { companySignals } from '../signal-detection/company-changes.ts'
import { delistedSignal, listedSignals } from '../signal-detection/listings.ts'
import type { Telling } from '../signal-detection/telling.ts'
import type { SignalDraft } from '../signals/adding.ts'
import type { Plan } from './batch.ts'
import type { Reading } from './importer.ts'

/** What the changes of a batch tell. A company that was not held before tells nothing but that an exchange lists it now, and that only where `follows` says that the list before did not. */
export const changeSignals = (
  { placed, added, changed }: Plan,
  reading: Reading,
  follows: boolean,
): SignalDraft[] => {
  const { exchange } = reading
  // Of several rows of one company the first one's record is the one before the file.
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

/** What a full list tells by not naming companies any more, given as they were while it did. */
export const delistedSignals = (companies: readonly Company[], reading: Reading): SignalDraft[] =>
  companies.flatMap((company) =>
    company.ticker === undefined
      ? []
      : [delistedSignal(company, company.ticker, tellingOf(company, reading, 'ticker'))],
  )

const tellingOf = (company: Company, reading: Reading, field?: keyof Company): Telling => ({
  source: reading.source,
  url: reading.link?.(company) ?? null,
  day: reading.seenAt,
  trust: field === undefined ? reading.trust.base : trustIn(reading, field),
})

const trustIn = ({ trust }: Reading, field: keyof Company): number =>
  trust.fields?.[field] ?? trust.base
