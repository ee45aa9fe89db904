import { AuditAct } from '../../../contract/org/audit.ts'
import { links } from '../../../contract/links.ts'
import { readPage } from '../../lib/address.ts'

/** What the audit log shows; pages count from 0, days are YYYY-MM-DD. */
export type AuditView = {
  page: number
  act: AuditAct | null
  userId: string | null
  since: string | null
  until: string | null
}

/** Reads the view from an address; ignores invalid parts. */
export const readAuditView = (query: string): AuditView => {
  const params = new URLSearchParams(query)
  const day = (name: string): string | null => {
    const value = params.get(name)
    return value !== null && /^20\d{2}-\d{2}-\d{2}$/.test(value) ? value : null
  }
  return {
    page: readPage(params, maxPages),
    act: AuditAct.options.find((act) => act === params.get('act')) ?? null,
    userId: params.get('user'),
    since: day('since'),
    until: day('until'),
  }
}

export const auditAddress = ({ page, act, userId, since, until }: AuditView): string => {
  const params = new URLSearchParams()
  if (act !== null) params.set('act', act)
  if (userId !== null) params.set('user', userId)
  if (since !== null) params.set('since', since)
  if (until !== null) params.set('until', until)
  if (page > 0) params.set('page', String(page + 1))
  return params.size === 0 ? links.audit() : `${links.audit()}?${params.toString()}`
}

const maxPages = 4_000
