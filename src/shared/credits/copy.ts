import type { Act } from '../../../contract/org/members.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'

export const formatCredits = (count: number): string => formatCount(count, 'credit', 'credits')

/** A change of credits with a visible minus: +500, −82, 0. */
export const formatChange = (delta: number): string =>
  delta === 0 ? '0' : `${delta > 0 ? '+' : '−'}${formatNumber(Math.abs(delta))}`

export const actNames: Record<Act, string> = {
  reveal: 'Reveal',
  download: 'Download',
  push: 'Push to CRM',
  enrich: 'Download from uploads',
}
