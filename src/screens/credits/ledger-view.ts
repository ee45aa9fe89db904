import { EntryKind } from '../../../contract/money/credits.ts'
import { links } from '../../../contract/links.ts'
import type { LedgerView } from './queries.ts'

/** What an address says about the ledger; what makes no sense is left out. */
export const readLedgerView = (query: string): LedgerView => {
  const params = new URLSearchParams(query)
  const page = Number(params.get('page') ?? '1')
  return {
    page: Number.isInteger(page) && page > 1 && page <= mostPages ? page - 1 : 0,
    kind: EntryKind.options.find((kind) => kind === params.get('kind')) ?? null,
    userId: params.get('user'),
    requestId: uuid.test(params.get('request') ?? '') ? params.get('request') : null,
  }
}

/** The address of the ledger looked at this way; what holds by default is not written. */
export const ledgerAddress = ({ page, kind, userId, requestId }: LedgerView): string => {
  const params = new URLSearchParams()
  if (kind !== null) params.set('kind', kind)
  if (userId !== null) params.set('user', userId)
  if (requestId !== null) params.set('request', requestId)
  if (page > 0) params.set('page', String(page + 1))
  return params.size === 0 ? links.credits() : `${links.credits()}?${params.toString()}`
}

const mostPages = 4_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What each kind of change is called. */
export const kindNames: Record<EntryKind, string> = {
  commit: 'Spent',
  grant: 'Added',
  refund: 'Refunded',
  expire: 'Expired',
  reserve: 'Reserved',
  release: 'Released',
}
