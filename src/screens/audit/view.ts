import { AuditAct } from '../../../contract/org/audit.ts'
import { links } from '../../../contract/links.ts'

/** Which entries are looked at; pages count from 0, days are YYYY-MM-DD. */
export type AuditView = {
  page: number
  act: AuditAct | null
  userId: string | null
  since: string | null
  until: string | null
}

/** What an address says about the log; what makes no sense is left out. */
export const readAuditView = (query: string): AuditView => {
  const params = new URLSearchParams(query)
  const page = Number(params.get('page') ?? '1')
  const day = (name: string): string | null => {
    const value = params.get(name)
    return value !== null && /^20\d{2}-\d{2}-\d{2}$/.test(value) ? value : null
  }
  return {
    page: Number.isInteger(page) && page > 1 && page <= mostPages ? page - 1 : 0,
    act: AuditAct.options.find((act) => act === params.get('act')) ?? null,
    userId: params.get('user'),
    since: day('since'),
    until: day('until'),
  }
}

/** The address of the log looked at this way; what holds by default is not written. */
export const auditAddress = ({ page, act, userId, since, until }: AuditView): string => {
  const params = new URLSearchParams()
  if (act !== null) params.set('act', act)
  if (userId !== null) params.set('user', userId)
  if (since !== null) params.set('since', since)
  if (until !== null) params.set('until', until)
  if (page > 0) params.set('page', String(page + 1))
  return params.size === 0 ? links.audit() : `${links.audit()}?${params.toString()}`
}

const mostPages = 4_000
