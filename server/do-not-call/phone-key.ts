/**
 * '+61491570006'; null if unclear. Numbers without a country are Australian, even if a spreadsheet has dropped the leading zero.
 * Does not check that the number exists.
 */
export const phoneKey = (text: string): string | null => {
  const digits = text.replace(/\D/g, '')
  if (/^\s*\+/.test(text)) return international(digits)
  if (/^0011[1-9]/.test(digits)) return international(digits.slice(4))
  if (/^0[2-9]\d{8}$/.test(digits)) return `+61${digits.slice(1)}`
  if (/^[2-478]\d{8}$/.test(digits)) return `+61${digits}`
  if (/^61[2-9]\d{8}$/.test(digits)) return `+${digits}`
  return null
}

/** Must equal `phone_key` of 006-credits.ts. */
export const marketPhoneKey = (text: string | undefined): string | null => {
  if (text === undefined) return null
  const digits = text.replace(/\D/g, '')
  if (/^\s*\+/.test(text)) return `+${digits}`
  return /^\s*\(?0[2-9]/.test(text) ? `+61${digits.slice(1)}` : null
}

const international = (digits: string): string | null =>
  /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null
