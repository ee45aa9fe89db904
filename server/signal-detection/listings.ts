import type { Company } from '../../contract/records/records.ts'
import type { SignalDraft } from '../signals/adding.ts'
import { listed, registerChanged } from './company-events.ts'
import { signalOf, type Telling } from './telling.ts'

/**
 * What an exchange's list says of a company it names: a listing where the whole list before did not name it (`before` has no code of
 * the exchange, or is not known at all), a register change where its code is another. `isNews` says that there was such a list.
 */
export const listedSignals = (
  { before, after }: { before: Company | undefined; after: Company },
  exchange: string,
  told: Telling,
  isNews: boolean,
): SignalDraft[] => {
  const [was, is] = [codeOn(exchange, before), codeOn(exchange, after)]
  if (is === undefined || was === is) return []
  if (was !== undefined)
    return [
      signalOf(
        registerChanged(after, { field: 'code', from: was, to: is }),
        { company: after },
        told,
      ),
    ]
  return isNews ? [signalOf(listed(after, { exchange, code: is }), { company: after }, told)] : []
}

/**
 * A company that the full list no longer names. The types of signals know listings only, and who looks for those looks for money
 * raised: leaving the exchange is a change of a register.
 */
export const delistedSignal = (company: Company, ticker: string, told: Telling): SignalDraft =>
  signalOf(
    registerChanged(company, {
      field: 'listing',
      from: ticker.replace(':', ' '),
      to: 'not listed',
    }),
    { company },
    told,
  )

const codeOn = (exchange: string, company: Company | undefined): string | undefined =>
  company?.ticker?.startsWith(`${exchange}:`) === true
    ? company.ticker.slice(exchange.length + 1)
    : undefined
