import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** A small value that a schema accepts, with the required keys only; ids in it name nothing that exists. */
export const sampleOf = (schema: z.core.$ZodType): unknown =>
  sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

const sample = (schema: JsonSchema): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? []
  if (choice !== undefined) return part(choice)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, part(schema.properties?.[key])]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => part(items(schema)))
    case 'string':
      return texts().find((text) => fits(text, schema))
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return null
  }
}

const part = (schema: JsonSchema | boolean | undefined): unknown =>
  typeof schema === 'object' ? sample(schema) : null

const items = ({ items: each }: JsonSchema) => (Array.isArray(each) ? each[0] : each)

const texts = () => [
  'Text',
  crypto.randomUUID(),
  '2026-03-03',
  '2026-03-03T00:00:00Z',
  'https://sample.example',
]

const fits = (text: string, { pattern, format, minLength = 0, maxLength = Infinity }: JsonSchema) =>
  text.length >= minLength &&
  text.length <= maxLength &&
  (pattern === undefined || new RegExp(pattern).test(text)) &&
  (format === undefined || formats[format]?.test(text) !== false)

const formats: Record<string, RegExp> = {
  uuid: /^[0-9a-f-]{36}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /T/,
  uri: /^https:/,
}
