/** What is said of a mobile number that cannot be used (spec 5, word for word). */
export const phoneErrors = {
  taken: 'This mobile number is taken. Please try another.',
  format: 'Mobile number must be in a valid international format',
} as const

/** A reader of numbers, as libphonenumber is one: small in the browser, with every detail on the server. */
export type ReadNumber = (text: string) => { number: string; isValid: () => boolean } | undefined

/**
 * The number as it is kept (E.164, '+61491570006'), or null where it is not in a valid international format: it begins with + and
 * the country's prefix, and that country has such a number in its plan. Spaces, brackets and dashes between digits do not matter.
 */
export const internationalNumber = (text: string, read: ReadNumber): string | null => {
  const trimmed = text.trim()
  // Readers also find numbers inside other text, and their extensions; neither is a mobile number.
  if (!/^\+[\d\s().-]{6,30}$/.test(trimmed)) return null
  const found = read(trimmed)
  return found?.isValid() === true ? found.number : null
}
