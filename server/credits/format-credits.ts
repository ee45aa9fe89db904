/** '1,250', for sentences on screens. */
export const formatNumber = (n: number): string => n.toLocaleString('en-AU')

/** '1 credit', '1,250 credits', for sentences on screens. */
export const formatCredits = (n: number): string =>
  `${formatNumber(n)} ${n === 1 ? 'credit' : 'credits'}`
