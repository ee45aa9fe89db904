import type { Act } from '../../../contract/org/members.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'

/** '1 credit', '1,250 credits'. */
export const formatCredits = (count: number): string => formatCount(count, 'credit', 'credits')

/** +500, −82, 0: a change of an account, with a minus one can see. */
export const formatChange = (delta: number): string =>
  delta === 0 ? '0' : `${delta > 0 ? '+' : '−'}${formatNumber(Math.abs(delta))}`

/** The acts that cost credits, as one calls them. */
export const actNames: Record<Act, string> = {
  reveal: 'Reveal',
  download: 'Download',
  push: 'Push to CRM',
  enrich: 'Enrich',
}
