const digitsOf = (text: string): number[] => Array.from(text, Number)

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * (digits[place] ?? 0), 0)

/** Australian Business Number: 11 digits, the first less 1, weighted, divisible by 89 (ABR, format of the ABN). */
export const isAbn = (text: string): boolean => {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const [first = 0, ...rest] = digitsOf(text)
  return weighted([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0
}

/** Australian Company Number: 9 digits, the last one a check digit modulo 10 (ASIC). */
export const isAcn = (text: string): boolean => {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const digits = digitsOf(text)
  return (10 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === digits[8]
}

/** New Zealand Business Number: a 13-digit GS1 number that starts with 94. */
export const isNzbn = (text: string): boolean => {
  if (!/^94\d{11}$/.test(text)) return false
  const digits = digitsOf(text)
  const sum = weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3])
  return (10 - (sum % 10)) % 10 === digits[12]
}

/** Legal Entity Identifier: 18 letters or digits and two check digits, modulo 97 (ISO 17442, ISO 7064). */
export const isLei = (text: string): boolean => {
  if (!/^[0-9A-Z]{18}\d{2}$/.test(text)) return false
  let rest = 0
  for (const mark of text) {
    const value = Number.parseInt(mark, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
