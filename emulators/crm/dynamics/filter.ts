import { badRequest, notEmulated, unknownProperty } from './errors.ts'
import type { Row } from './tables.ts'

type Fits = (row: Row) => boolean
type Token = { text: string; isString: boolean }

/** `eq ne gt ge lt le`, `contains`, `and`, `or` and brackets; other shapes are 501. Text compares in any case. */
export const parseFilter = (text: string, table: string, properties: ReadonlySet<string>): Fits => {
  const tokens = tokensOf(text)
  let at = 0
  const peek = (): Token | undefined => tokens[at]
  const next = (): Token => {
    const token = tokens[at]
    if (!token) throw badRequest('0x80060888', `Syntax error in '${text}'.`)
    at += 1
    return token
  }
  const expect = (expected: string): void => {
    if (next().text !== expected) throw badRequest('0x80060888', `Syntax error in '${text}'.`)
  }
  const isNext = (keyword: string): boolean =>
    peek()?.text === keyword && peek()?.isString === false
  const property = (): string => {
    const { text: name } = next()
    if (!properties.has(name)) throw unknownProperty(name, table)
    return name
  }

  const either = (): Fits => {
    const all = [both()]
    while (isNext('or')) {
      next()
      all.push(both())
    }
    return (row) => all.some((fits) => fits(row))
  }
  const both = (): Fits => {
    const all = [single()]
    while (isNext('and')) {
      next()
      all.push(single())
    }
    return (row) => all.every((fits) => fits(row))
  }
  const single = (): Fits => {
    if (isNext('(')) {
      next()
      const inner = either()
      expect(')')
      return inner
    }
    if (isNext('contains')) {
      next()
      expect('(')
      const name = property()
      expect(',')
      const { text: part } = next()
      expect(')')
      return (row) => textOf(row[name]).toLowerCase().includes(part.toLowerCase())
    }
    if (tokens[at + 1]?.text === '(') throw notEmulated(`the filter function ${next().text}`)
    const name = property()
    const { text: operator } = next()
    const compare = comparisons[operator]
    if (!compare) throw notEmulated(`the filter operator ${operator}`)
    const wanted = literalOf(next())
    return (row) => compare(comparable(row[name]), comparable(wanted))
  }

  const fits = either()
  if (peek()) throw badRequest('0x80060888', `Syntax error in '${text}'.`)
  return fits
}

type Comparable = string | number | boolean | null

const comparisons: Readonly<Record<string, (a: Comparable, b: Comparable) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a !== null && b !== null && a > b,
  ge: (a, b) => a !== null && b !== null && a >= b,
  lt: (a, b) => a !== null && b !== null && a < b,
  le: (a, b) => a !== null && b !== null && a <= b,
}

const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(/'((?:[^']|'')*)'|([(),])|([^\s(),']+)/g)].map(([, string, mark, bare]) =>
    string === undefined
      ? { text: mark ?? bare ?? '', isString: false }
      : { text: string.replaceAll("''", "'"), isString: true },
  )

const literalOf = ({ text, isString }: Token): unknown => {
  if (isString) return text
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

/** Times as numbers, text in lower case. */
const comparable = (value: unknown): Comparable => {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return null
  return /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value.toLowerCase()
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
