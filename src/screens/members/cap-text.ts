const most = 1_000_000

/** What was typed into a cap: credits a month, null for none, or a sentence about what is wrong with it. */
export const capOf = (text: string): { cap: number | null } | { error: string } => {
  const plain = text.replaceAll(/[\s,]/g, '')
  if (plain === '') return { cap: null }
  if (!/^\d+$/.test(plain)) return { error: 'Enter a whole number, or leave blank for no limit.' }
  const cap = Number(plain)
  return cap > most ? { error: 'At most 1,000,000 credits a month.' } : { cap }
}
