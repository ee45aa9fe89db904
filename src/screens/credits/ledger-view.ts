import { EntryKind } from '../../../contract/money/credits.ts'
import { links } from '../../../contract/links.ts'
import { readId, readPage } from '../../lib/address.ts'
import type { LedgerView } from './queries.ts'

/** Reads the view from an address; ignores invalid parts. */
export const readLedgerView = (query: string): LedgerView => {
  const params = new URLSearchParams(query)
  return {
    page: readPage(params, maxPages),
    kind: EntryKind.options.find((kind) => kind === params.get('kind')) ?? null,
    userId: params.get('user'),
    requestId: readId(params, 'request'),
  }
}

export const ledgerAddress = ({ page, kind, userId, requestId }: LedgerView): string => {
  const params = new URLSearchParams()
  if (kind !== null) params.set('kind', kind)
  if (userId !== null) params.set('user', userId)
  if (requestId !== null) params.set('request', requestId)
  if (page > 0) params.set('page', String(page + 1))
  return params.size === 0 ? links.credits() : `${links.credits()}?${params.toString()}`
}

const maxPages = 4_000

export const kindNames: Record<EntryKind, string> = {
  commit: 'Spent',
  grant: 'Added',
  refund: 'Refunded',
  expire: 'Expired',
  reserve: 'Reserved',
  release: 'Released',
}
