/** '1 credit', '1,250 credits', for sentences that are told to people. */
export const inCredits = (n: number): string =>
  `${n.toLocaleString('en-AU')} ${n === 1 ? 'credit' : 'credits'}`
