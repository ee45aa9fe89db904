/**
 * With its country code: '+61 491 570 156', '+64255550123'. National numbers are those of the country, Australia by default, also
 * where a spreadsheet has dropped the leading zero; numbers of other countries stay as written. Undefined if it is no number.
 */
export const phoneOf = (text: string, country = 'AU'): string | undefined => {
  const plain = text.replace(/(?:ext|x)\.? ?\d{1,6}$/i, '').replace(/^'+/, '')
  if (!/^[+\d\s().-]{6,30}$/.test(plain)) return undefined
  const digits = plain.replace(/\(0\)/, '').replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return undefined
  if (plain.trim().startsWith('+')) return spaced(`+${digits}`)
  if (/^0011[1-9]/.test(digits)) return spaced(`+${digits.slice(4)}`)
  if (country === 'NZ') {
    if (/^64\d{8,10}$/.test(digits)) return `+${digits}`
    return /^0?[2-9]\d{7,9}$/.test(digits) ? `+64${digits.replace(/^0/, '')}` : undefined
  }
  if (country !== 'AU') return plain.trim()
  if (/^0?[23478]\d{8}$/.test(digits)) return spaced(`+61${digits.slice(-9)}`)
  return /^61[23478]\d{8}$/.test(digits) ? spaced(`+${digits}`) : undefined
}

export const isMobile = (phone: string): boolean => /^\+(?:61 ?4|64 ?2)/.test(phone)

const spaced = (phone: string): string => {
  const local = /^\+61(\d{9})$/.exec(phone)?.[1]
  if (local === undefined) return phone
  return local.startsWith('4')
    ? `+61 ${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`
    : `+61 ${local.slice(0, 1)} ${local.slice(1, 5)} ${local.slice(5)}`
}
