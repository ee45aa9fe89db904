/** Spec 5, word for word. */
export const phoneErrors = {
  inUse: 'This mobile number is taken. Please try another.',
  format: 'Mobile number must be in a valid international format',
} as const

/** As libphonenumber: small in the browser, complete on the server. */
export type ReadNumber = (text: string) => { number: string; isValid: () => boolean } | undefined

/** E.164 ('+61491570006'), or null unless the number starts with + and a country code and is valid in that country's plan. */
export const internationalNumber = (text: string, read: ReadNumber): string | null => {
  const trimmed = text.trim()
  // Parsers also find numbers inside other text, and extensions; neither is a mobile number.
  if (!/^\+[\d\s().-]{6,30}$/.test(trimmed)) return null
  const found = read(trimmed)
  return found?.isValid() === true ? found.number : null
}
