import { z } from 'zod'
import { invalid, type StripeError } from './errors.ts'

export const text = z.string()
export const int = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const decimal = z.string().regex(/^-?\d+(\.\d{1,12})?$/)
export const metadata = z.union([z.literal(''), z.record(z.string(), z.string())])
export const texts = z.union([z.literal('').transform((): string[] => []), z.array(text)])
export const address = z.union([
  z.literal(''),
  z.strictObject({
    city: text.optional(),
    country: text.optional(),
    line1: text.optional(),
    line2: text.optional(),
    postal_code: text.optional(),
    state: text.optional(),
  }),
])
const bound = int.optional()
export const range = z.union([
  int,
  z.strictObject({ gt: bound, gte: bound, lt: bound, lte: bound }),
])

type Shape<P> = { [K in keyof P]?: z.ZodType }
type Loose<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<S[K]> }

/** The parameters of a route; a name that stripe-node's type lacks does not compile. */
export function accepts<P>() {
  return <R extends Shape<P> & z.ZodRawShape, O extends Shape<P> & z.ZodRawShape>(
    required: R & { [K in Exclude<keyof R, keyof P>]: never },
    optional: O & { [K in Exclude<keyof O, keyof P>]: never },
  ) => {
    const loose = Object.fromEntries(
      Object.entries(optional).map(([name, type]) => [name, (type as z.ZodType).optional()]),
    )
    const shape = { expand: z.array(text).optional(), ...required, ...loose }
    // The entries of `loose` are those of `optional`, each made optional above.
    return z.strictObject(
      shape as unknown as R & Loose<O> & { expand: z.ZodOptional<z.ZodArray<z.ZodString>> },
    )
  }
}

/** Of every list. */
export const paging = { limit: int, starting_after: text, ending_before: text }

export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw errorOf(result.error.issues[0], input)
}

function errorOf(issue: z.core.$ZodIssue | undefined, input: unknown): StripeError {
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${param}`, 'parameter_unknown', param)
  }
  const param = nameOf(path)
  const value = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    input,
  )
  if (value === undefined)
    return invalid(`Missing required param: ${param}.`, 'parameter_missing', param)
  if (value === '')
    return invalid(`You passed an empty string for '${param}'.`, 'parameter_invalid_empty', param)
  if (issue?.code === 'invalid_format')
    return invalid(`Invalid integer: ${JSON.stringify(value)}`, 'parameter_invalid_integer', param)
  const inner = issue?.code === 'invalid_union' ? nested(issue, path) : undefined
  return inner ? errorOf(inner, input) : invalid(`Invalid ${param}`, undefined, param)
}

function nested(issue: z.core.$ZodIssueInvalidUnion, path: string[]): z.core.$ZodIssue | undefined {
  const unknown = issue.errors.flat().find(({ code }) => code === 'unrecognized_keys')
  return unknown && { ...unknown, path: [...path, ...unknown.path] }
}

function nameOf([head = '', ...rest]: string[]): string {
  return [head, ...rest.map((part) => `[${part}]`)].join('')
}
