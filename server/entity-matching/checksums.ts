const digitAt = (text: string, index: number): number => text.charCodeAt(index) - 48

const weighted = (text: string, weights: readonly number[]): number => {
  let sum = 0
  for (let index = 0; index < weights.length; index++)
    sum += (weights[index] ?? 0) * digitAt(text, index)
  return sum
}

/** 11 digits, the first less 1, weighted, divisible by 89 (ABR, format of the ABN). */
export const isAbn = (text: string): boolean => {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  return (weighted(text, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0
}

/** 9 digits, the last one a check digit modulo 10 (ASIC). */
export const isAcn = (text: string): boolean => {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  return (10 - (weighted(text, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === digitAt(text, 8)
}

/** A 13-digit GS1 number that starts with 94. */
export const isNzbn = (text: string): boolean => {
  if (!/^94\d{11}$/.test(text)) return false
  const sum = weighted(text, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3])
  return (10 - (sum % 10)) % 10 === digitAt(text, 12)
}

/** 8 or 9 digits from 10,000,000 to 150,000,000, the last a check digit modulo 11 (IRD); New Zealand's GST numbers are such. */
export const isIrd = (text: string): boolean => {
  if (!/^\d{8,9}$/.test(text) || Number(text) < 10_000_000 || Number(text) > 150_000_000)
    return false
  const digits = text.padStart(9, '0')
  const checkOf = (weights: readonly number[]): number =>
    (11 - (weighted(digits, weights) % 11)) % 11
  const first = checkOf([3, 2, 7, 6, 5, 4, 3, 2])
  return (first === 10 ? checkOf([7, 4, 3, 2, 5, 2, 7, 6]) : first) === digitAt(digits, 8)
}

/** 18 letters or digits and two check digits, modulo 97 (ISO 17442, ISO 7064). */
export const isLei = (text: string): boolean => {
  if (!/^[0-9A-Z]{18}\d{2}$/.test(text)) return false
  let rest = 0
  for (const mark of text) {
    const value = Number.parseInt(mark, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
