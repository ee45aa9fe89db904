import { refuse } from './errors.ts'

/** The shapes that the emulator reads; anything else is refused by name. */
export type Soql = {
  fields: readonly string[]
  object: string
  where: Condition | null
  orderBy: readonly string[]
  limit: number | null
}

export type Literal =
  | { is: 'text'; value: string }
  | { is: 'time'; value: number }
  | { is: 'number'; value: number }
  | { is: 'bool'; value: boolean }
  | { is: 'null' }

export type Condition =
  | { is: 'and' | 'or'; parts: readonly Condition[] }
  | { is: 'compare'; field: string; operator: string; literal: Literal }
  | { is: 'in'; field: string; literals: readonly Literal[] }

/** Throws the error of Salesforce. */
export const parseSoql = (soql: string): Soql => {
  const tokens = tokensOf(soql)
  let at = 0
  const isNext = (keyword: string): boolean => tokens[at]?.toUpperCase() === keyword
  const accept = (keyword: string): boolean => {
    const isThere = isNext(keyword)
    if (isThere) at += 1
    return isThere
  }
  const expect = (keyword: string): void => {
    if (!accept(keyword)) throw malformed(`expecting ${keyword}, got '${tokens[at] ?? '<EOF>'}'`)
  }
  const name = (): string => {
    const token = tokens[at] ?? ''
    if (!/^[A-Za-z]\w*$/.test(token)) throw malformed(`unexpected token: '${token}'`)
    at += 1
    return token
  }
  const names = (): readonly string[] => {
    const list = [name()]
    while (accept(',')) list.push(name())
    return list
  }
  const literal = (): Literal => {
    const token = tokens[at] ?? ''
    at += 1
    return parseLiteral(token)
  }
  const simple = (): Condition => {
    if (accept('(')) {
      const inner = condition()
      expect(')')
      return inner
    }
    const field = name()
    if (accept('IN')) {
      expect('(')
      const literals = [literal()]
      while (accept(',')) literals.push(literal())
      expect(')')
      return { is: 'in', field, literals }
    }
    const operator = (tokens[at] ?? '').toUpperCase()
    if (!operators.has(operator)) throw malformed(`unexpected token: '${operator}'`)
    at += 1
    return { is: 'compare', field, operator, literal: literal() }
  }
  /** AND and OR do not mix without parentheses. */
  const condition = (): Condition => {
    const parts = [simple()]
    const is = isNext('AND') ? 'and' : 'or'
    while (accept(is.toUpperCase())) parts.push(simple())
    const [only] = parts
    return only && parts.length === 1 ? only : { is, parts }
  }
  expect('SELECT')
  const fields = names()
  expect('FROM')
  const object = name()
  const where = accept('WHERE') ? condition() : null
  let orderBy: readonly string[] = []
  if (accept('ORDER')) {
    expect('BY')
    orderBy = names()
  }
  const limit = accept('LIMIT') ? Number(tokens[at++]) : null
  if (at < tokens.length) throw malformed(`unexpected token: '${tokens[at]}'`)
  return { fields, object, where, orderBy, limit }
}

const malformed = (text: string) => refuse(400, 'MALFORMED_QUERY', text)

const operators = new Set(['=', '!=', '>', '>=', '<', '<=', 'LIKE'])

const tokensOf = (soql: string): readonly string[] => {
  const tokens: string[] = []
  const pattern = /\s*('(?:[^'\\]|\\.)*'|!=|[<>]=?|[(),=]|[^\s'(),=<>!]+)/gy
  let end = 0
  for (const match of soql.matchAll(pattern)) {
    tokens.push(match[1] ?? '')
    end = match.index + match[0].length
  }
  if (soql.slice(end).trim() !== '')
    throw malformed(`unexpected token: '${soql.slice(end, end + 20)}'`)
  return tokens
}

const parseLiteral = (token: string): Literal => {
  if (token.startsWith("'")) return { is: 'text', value: token.slice(1, -1) }
  if (/^(?:true|false)$/i.test(token)) return { is: 'bool', value: token.toLowerCase() === 'true' }
  if (/^null$/i.test(token)) return { is: 'null' }
  if (/^-?\d{1,15}$/.test(token)) return { is: 'number', value: Number(token) }
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/.test(token))
    return { is: 'time', value: Date.parse(token) }
  throw malformed(`unexpected token: '${token}'`)
}
