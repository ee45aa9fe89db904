const maxCap = 1_000_000

/** Parses a typed cap: credits a month, null for no cap, or an error message. */
export const parseCap = (text: string): { cap: number | null } | { error: string } => {
  const plain = text.replaceAll(/[\s,]/g, '')
  if (plain === '') return { cap: null }
  if (!/^\d+$/.test(plain)) return { error: 'Enter a whole number, or leave blank for no limit.' }
  const cap = Number(plain)
  return cap > maxCap ? { error: 'At most 1,000,000 credits a month.' } : { cap }
}
