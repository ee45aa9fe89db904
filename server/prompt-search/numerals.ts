import type { Token } from './tokens.ts'

export type Numeral = {
  value: number
  next: number
  scale: number
  money: boolean
  suffix: string | undefined
}

const currencies = new Set(['aud', 'nzd', 'au', 'nz', 'a', 'us', 'usd'])
/** 'AUD 5m', 'A$5m'. */
export const currencyPast = (tokens: readonly Token[], index: number): number =>
  currencies.has(tokens[index]?.term ?? '') &&
  /^\d/.test(tokens[index + 1]?.term ?? '') &&
  /^\s*\$?\s*$/.test(tokens[index + 1]?.gap ?? '') &&
  (/\$/.test(tokens[index + 1]?.gap ?? '') || (tokens[index]?.term ?? '').endsWith('d'))
    ? index + 1
    : index

export const numberAt = (tokens: readonly Token[], index: number): Numeral | undefined => {
  const token = tokens[index]
  if (!token || token.quoted) return undefined
  const written = /^(\d+(?:[.,]\d+)*)([a-z]*)$/i.exec(token.text)
  const spoken = written ? undefined : spokenNumber(tokens, index)
  if (!written && !spoken) return undefined
  const digits = written?.[1] ?? ''
  const value =
    spoken?.value ??
    Number(/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits)
  if (!Number.isFinite(value)) return undefined
  const suffix = written?.[2]?.toLowerCase() ?? ''
  const own = magnitudes[suffix]
  if (suffix !== '' && own === undefined && !suffixes.has(suffix)) return undefined
  let next = spoken?.next ?? index + 1
  const money =
    /\$\s*$/.test(token.gap) ||
    (currencies.has(tokens[index - 1]?.term ?? '') && /\$/.test(token.gap))
  const said = own === undefined && suffix === '' ? magnitudes[tokens[next]?.term ?? ''] : undefined
  const magnitude = said !== undefined && /^\s*$/.test(tokens[next]?.gap ?? '') ? said : undefined
  if (magnitude !== undefined) next += 1
  const dollars = /^(dollars?|aud|nzd|bucks|usd)$/.test(tokens[next]?.term ?? '')
  if (dollars) next += 1
  const scale = own ?? magnitude ?? 1
  return {
    value: value * scale,
    next,
    scale: Math.max(scale, spoken?.scale ?? 1),
    money: money || dollars,
    suffix: suffixes.has(suffix) ? suffix : undefined,
  }
}

const magnitudes: Readonly<Record<string, number | undefined>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  mil: 1e6,
  mill: 1e6,
  mm: 1e6,
  mn: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  bil: 1e9,
  billion: 1e9,
}
const suffixes = new Set([
  'km',
  'kms',
  'yrs',
  'yr',
  'y',
  'mths',
  'mth',
  'mo',
  'd',
  'star',
  'plus',
  'wk',
  'wks',
  'ish',
  'days',
  'months',
  'years',
])

const numberNames: ReadonlyMap<string, number> = new Map([
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['eight', 8],
  ['nine', 9],
  ['ten', 10],
  ['eleven', 11],
  ['twelve', 12],
  ['fifteen', 15],
  ['sixteen', 16],
  ['eighteen', 18],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1e6],
  ['billion', 1e9],
  ['half', 0.5],
])

/** 'fifty', 'two hundred', 'a thousand', 'half a million'. */
const spokenNumber = (
  tokens: readonly Token[],
  index: number,
): { value: number; next: number; scale: number } | undefined => {
  let next = index
  if (
    /^an?$/.test(tokens[next]?.term ?? '') &&
    /^(year|month|decade|week)$/.test(tokens[next + 1]?.term ?? '')
  )
    return { value: 1, next: next + 1, scale: 1 }
  if (tokens[next]?.term === 'a' && (numberNames.get(tokens[next + 1]?.term ?? '') ?? 0) >= 2)
    next += 1
  const value = numberNames.get(tokens[next]?.term ?? '')
  if (value === undefined) return undefined
  next += 1
  if (value === 0.5 && tokens[next]?.term === 'a') next += 1
  else if (value === 0.5) return undefined
  const tens = numberNames.get(tokens[next]?.term ?? '')
  if (value >= 20 && value < 100 && tens !== undefined && tens < 10 && tens >= 1)
    return { value: value + tens, next: next + 1, scale: 1 }
  if (tens !== undefined && tens >= 100)
    return { value: value * tens, next: next + 1, scale: tens >= 1e6 ? tens : 1 }
  if (value === 0.5) return undefined
  return { value, next, scale: value >= 1e6 ? value : 1 }
}
