/**
 * YYYY-MM-DD of '2024-03-12T09:14:00Z', '12/03/2024' (the day first), '12 Mar 2024', 'Mar 2024', '2024-03' or '2024'; undefined
 * for other text and impossible days.
 */
export const dayOfText = (text: string): string | undefined => {
  const plain = text.trim()
  const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ].{0,30})?$/.exec(plain)
  if (iso) return validDay(iso[1], iso[2], iso[3])
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(plain)
  if (compact) return validDay(compact[1], compact[2], compact[3])
  const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .{0,20})?$/.exec(plain)
  if (slashed) {
    const [, first, second, year] = slashed
    // Only the month can follow in a date with a day above twelve.
    return Number(second) > 12 ? validDay(year, first, second) : validDay(year, second, first)
  }
  const named = /^(?:(\d{1,2}) )?([A-Za-z]{3,9})\.?,? (\d{4})$/.exec(plain)
  if (named) {
    const month = months.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) / 3 + 1
    return Number.isInteger(month) ? validDay(named[3], String(month), named[1]) : undefined
  }
  return /^(?:19|20)\d{2}$/.test(plain) ? `${plain}-01-01` : undefined
}

const months = 'janfebmaraprmayjunjulaugsepoctnovdec'

const validDay = (year = '', month = '', day = '1'): string | undefined => {
  const text = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}
