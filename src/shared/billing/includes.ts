import type { Product } from '../../../contract/money/plans.ts'
import { flags } from '../../../contract/signals/signal-flags.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'

export type Included = { text: string; has: boolean }

/** In the same order for every plan, so that cards can be compared line by line. */
export const whatIsIncluded = (product: Product): Included[] => {
  const { credits, seats, agents, pinnedLists, rowsPerRequest, connectors } = product
  const signals = product.flags.includes(flags.targeting) || product.flags.includes(flags.intent)
  return [
    {
      text: `${product.contactSales ? 'From ' : ''}${formatNumber(credits)} credits a user each month`,
      has: credits > 0,
    },
    {
      text:
        seats.max === null ? `${seats.min} users or more` : `${seats.min} to ${seats.max} users`,
      has: true,
    },
    { text: `Downloads of up to ${formatNumber(rowsPerRequest)} rows`, has: true },
    {
      text: formatCount(pinnedLists, 'list available offline', 'lists available offline'),
      has: pinnedLists > 0,
    },
    {
      text: connectors === null ? 'Every CRM' : formatCount(connectors, 'CRM', 'CRMs'),
      has: connectors !== 0,
    },
    { text: 'Upload, match and enrich your own lists', has: product.dataExchange },
    {
      text: signals
        ? `Signals, and ${formatCount(agents, 'agent that watches', 'agents that watch')} for you`
        : 'Signals and agents',
      has: signals,
    },
    { text: 'Buying intent', has: product.flags.includes(flags.intent) },
  ]
}
