export const formatNumber = (n: number): string => n.toLocaleString('en-AU')

export const formatCredits = (n: number): string =>
  `${formatNumber(n)} ${n === 1 ? 'credit' : 'credits'}`
