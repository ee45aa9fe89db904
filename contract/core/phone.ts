/** Errors for mobile numbers that are not usable (spec 5, word for word). */
export const phoneErrors = {
  inUse: 'This mobile number is taken. Please try another.',
  format: 'Mobile number must be in a valid international format',
} as const

/** A parser of numbers such as libphonenumber: small in the browser, complete on the server. */
export type ReadNumber = (text: string) => { number: string; isValid: () => boolean } | undefined

/**
 * The number in E.164 ('+61491570006'), or null unless it starts with + and a country code and is valid in that country's plan.
 * Spaces, brackets and dashes between digits do not matter.
 */
export const internationalNumber = (text: string, read: ReadNumber): string | null => {
  const trimmed = text.trim()
  // Parsers also find numbers inside other text, and extensions; neither is a mobile number.
  if (!/^\+[\d\s().-]{6,30}$/.test(trimmed)) return null
  const found = read(trimmed)
  return found?.isValid() === true ? found.number : null
}
