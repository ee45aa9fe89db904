import * as z from 'zod/mini'
import { api } from '../../../contract/api.ts'
import { mutates, pathKeys, type Endpoint } from '../../../contract/core/endpoint.ts'
import { Problem } from '../../../contract/core/problem.ts'

type Json = Record<string, unknown>

export const openApi = (): Json => {
  const paths: Record<string, Json> = {}
  for (const [name, definition] of Object.entries<Endpoint>(api)) {
    const path = (paths[`/api${definition.path}`] ??= {})
    path[definition.method.toLowerCase()] = operation(name, definition)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fieldbook', version: '1' },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

const operation = (name: string, definition: Endpoint): Json => {
  const input = schemaOf(definition.input, 'input')
  const properties = objectIn(input.properties)
  const required = new Set(Array.isArray(input.required) ? input.required : [])
  const inPath = pathKeys(definition.path)
  const inQuery = definition.method === 'GET' || definition.method === 'DELETE'
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key))
  const parameters: Json[] = inPath.map((key) => ({
    name: key,
    in: 'path',
    required: true,
    schema: properties[key] ?? { type: 'string' },
  }))
  if (inQuery)
    for (const key of rest)
      parameters.push({
        name: key,
        in: 'query',
        required: required.has(key),
        schema: properties[key],
      })
  if (mutates(definition))
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: definition.key !== 'optional',
      schema: { type: 'string', format: 'uuid' },
    })
  const status = String(definition.status ?? 200)
  return {
    operationId: name,
    summary: definition.summary,
    ...(definition.callers === 'anyone' ? {} : { security: [{ session: [] }] }),
    ...(definition.callers === 'admins' ? { 'x-roles': ['admin'] } : {}),
    parameters,
    ...(inQuery || rest.length === 0
      ? {}
      : { requestBody: bodyOf(input, properties, rest, required) }),
    responses: {
      [status]: {
        description: definition.summary,
        ...(status === '204'
          ? {}
          : { content: { 'application/json': { schema: schemaOf(definition.output, 'output') } } }),
      },
      default: {
        description: 'A problem (RFC 9457)',
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  }
}

const bodyOf = (
  input: Json,
  properties: Json,
  keys: string[],
  required: ReadonlySet<unknown>,
): Json => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        ...input,
        properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
        required: keys.filter((key) => required.has(key)),
      },
    },
  },
})

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  })
  return rest
}

const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? { ...value } : {}
