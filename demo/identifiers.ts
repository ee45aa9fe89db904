import type { Random } from './random.ts'

/*
 * Unassigned numbers with valid check digits. Company numbers are issued upwards and are below 700 million, so a
 * number that starts with 9 is unassigned; New Zealand's all start with 94290; no LEI issuer has the prefix FICT.
 */

export const acn = (random: Random): string => {
  const body = `9${digits(random, 7)}`
  let sum = 0
  for (let index = 0; index < 8; index++) sum += Number(body[index]) * (8 - index)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** For a company number, or any 9 digits. */
export const abnOf = (nine: string): string => {
  const weights = [3, 5, 7, 9, 11, 13, 15, 17, 19]
  let sum = 0
  for (let index = 0; index < 9; index++) sum += Number(nine[index]) * (weights[index] ?? 0)
  return `${99 - (sum % 89)}${nine}`
}

/** A GS1 location number of 13 digits that starts with 94299. */
export const nzbn = (random: Random): string => {
  const body = `94299${digits(random, 7)}`
  let sum = 0
  for (let index = 0; index < 12; index++) sum += Number(body[index]) * (index % 2 === 0 ? 1 : 3)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** ISO 17442: 20 characters, here starting with FICT. */
export const lei = (random: Random): string => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
  let body = 'FICT00'
  while (body.length < 18) body += letters[random.between(0, letters.length - 1)] ?? ''
  const rest = remainder97(`${body}00`)
  return `${body}${String(98 - rest).padStart(2, '0')}`
}

const remainder97 = (text: string): number => {
  let rest = 0
  for (const letter of text) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

const digits = (random: Random, count: number): string =>
  String(Math.floor(random.next() * 10 ** count)).padStart(count, '0')

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const byte = (value: number, shift: number): string => hex[(value >>> shift) & 255] ?? ''
const eight = (value: number): string =>
  byte(value, 24) + byte(value, 16) + byte(value, 8) + byte(value, 0)

export const uuid = (random: Random): string => {
  const second = (random.bits() & 0xffff0fff) | 0x4000
  const third = (random.bits() & 0x3fffffff) | 0x80000000
  const middle = eight(second)
  const variant = eight(third)
  return `${eight(random.bits())}-${middle.slice(0, 4)}-${middle.slice(4)}-${variant.slice(0, 4)}-${variant.slice(4)}${eight(random.bits())}`
}

const auAreas: Readonly<Record<string, string>> = {
  NSW: '2',
  ACT: '2',
  VIC: '3',
  TAS: '3',
  QLD: '7',
  WA: '8',
  SA: '8',
  NT: '8',
}
const nzAreas: Readonly<Record<string, string>> = {
  Auckland: '9',
  Northland: '9',
  Waikato: '7',
  'Bay of Plenty': '7',
  Wellington: '4',
  Gisborne: '6',
  "Hawke's Bay": '6',
  Taranaki: '6',
  'Manawatū-Whanganui': '6',
}

/** 5550 or 7010 xxxx in Australia (ACMA); New Zealand reserves none, so 555 0xxx, which looks invented. */
export const landline = (random: Random, country: string, state: string): string => {
  if (country === 'NZ') return `+64 ${nzAreas[state] ?? '3'} 555 0${digits(random, 3)}`
  const exchange = random.chance(0.5) ? '5550' : '7010'
  return `+61 ${auAreas[state] ?? '2'} ${exchange} ${digits(random, 4)}`
}

/** Reserved for fiction by ACMA, after 0491 57. */
const auMobiles =
  '0006 0156 0157 0158 0159 0110 0313 0737 1266 1491 1804 2549 2665 2983 3770 3087 4118 4632 5254 5789 6398 6801 7426 7644 8957 8148 8888 9212 9760 9455'.split(
    ' ',
  )

/** New Zealand's 025 network closed in 2007 and its numbers are unassigned. */
export const mobile = (random: Random, country: string): string => {
  if (country === 'NZ') return `+64 25 555 0${digits(random, 3)}`
  const tail = random.pick(auMobiles)
  return `+61 491 57${tail.slice(0, 1)} ${tail.slice(1)}`
}
