import type { Company } from '../../contract/records/records.ts'
import type { SignalDraft } from '../signals/add-signals.ts'
import { listed, registerChanged } from './company-events.ts'
import { signalOf, type SourceReport } from './signal-draft.ts'

/**
 * A listing if the previous full list did not name the company, a register change if its code differs. `isNews`: there was a
 * previous list.
 */
export const listedSignals = (
  { before, after }: { before: Company | undefined; after: Company },
  exchange: string,
  report: SourceReport,
  isNews: boolean,
): SignalDraft[] => {
  const [was, is] = [codeOn(exchange, before), codeOn(exchange, after)]
  if (is === undefined || was === is) return []
  if (was !== undefined)
    return [
      signalOf(
        registerChanged(after, { field: 'code', from: was, to: is }),
        { company: after },
        report,
      ),
    ]
  return isNews ? [signalOf(listed(after, { exchange, code: is }), { company: after }, report)] : []
}

/** A register change, because the type for listings is for users who look for raised money. */
export const delistedSignal = (
  company: Company,
  ticker: string,
  report: SourceReport,
): SignalDraft =>
  signalOf(
    registerChanged(company, {
      field: 'listing',
      from: ticker.replace(':', ' '),
      to: 'not listed',
    }),
    { company },
    report,
  )

const codeOn = (exchange: string, company: Company | undefined): string | undefined =>
  company?.ticker?.startsWith(`${exchange}:`) === true
    ? company.ticker.slice(exchange.length + 1)
    : undefined
