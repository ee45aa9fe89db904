import * as z from 'zod/mini'
import { api } from '../../../contract/api.ts'
import { mutates, pathKeys, type Call } from '../../../contract/core/endpoint.ts'
import { Problem } from '../../../contract/core/problem.ts'

type Json = Record<string, unknown>

/** The whole API as OpenAPI 3.1, made from the contract. */
export const openApi = (): Json => {
  const paths: Record<string, Json> = {}
  for (const [name, promise] of Object.entries<Call>(api)) {
    const path = (paths[`/api${promise.path}`] ??= {})
    path[promise.method.toLowerCase()] = operation(name, promise)
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

const operation = (name: string, promise: Call): Json => {
  const input = schemaOf(promise.input, 'input')
  const properties = objectIn(input.properties)
  const required = new Set(Array.isArray(input.required) ? input.required : [])
  const inPath = pathKeys(promise.path)
  const inQuery = promise.method === 'GET' || promise.method === 'DELETE'
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
  if (mutates(promise))
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    })
  const status = String(promise.status ?? 200)
  return {
    operationId: name,
    summary: promise.summary,
    ...(promise.gate === 'public' ? {} : { security: [{ session: [] }] }),
    ...(promise.roles ? { 'x-roles': promise.roles } : {}),
    parameters,
    ...(inQuery || rest.length === 0
      ? {}
      : { requestBody: bodyOf(input, properties, rest, required) }),
    responses: {
      [status]: {
        description: promise.summary,
        ...(status === '204'
          ? {}
          : { content: { 'application/json': { schema: schemaOf(promise.output, 'output') } } }),
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
