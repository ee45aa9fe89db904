import * as z from 'zod/mini'

type Json = z.core.JSONSchema.BaseSchema

/** The paths of every field of a schema: 'plan.metadata.plan_name'; array items and map values are '*'. */
export const fieldsOf = (schema: z.core.$ZodType, io: 'input' | 'output' = 'output'): string[] => [
  ...new Set(walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), '')),
]

const walk = (schema: Json | boolean | undefined, at: string): string[] => {
  if (typeof schema !== 'object') return []
  const below = (key: string): string => (at === '' ? key : `${at}.${key}`)
  const { properties = {}, items, additionalProperties, anyOf, allOf } = schema
  return [
    ...Object.entries(properties).flatMap(([key, part]) => [below(key), ...walk(part, below(key))]),
    ...(Array.isArray(items) ? [] : walk(items, below('*'))),
    ...walk(additionalProperties, below('*')),
    ...[anyOf, allOf].flatMap((parts = []) => parts.flatMap((part) => walk(part, at))),
  ]
}
