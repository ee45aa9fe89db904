import { randomUUID } from 'node:crypto'
import { CrmRefused } from '../core/world.ts'

export type Context = Readonly<Record<string, readonly string[]>>

/** HubSpot's body of an error. */
export const errorBody = (category: string, message: string, more: object = {}): object => ({
  status: 'error',
  message,
  correlationId: randomUUID(),
  category,
  ...more,
})

export const refused = (
  status: number,
  category: string,
  message: string,
  more: object = {},
): CrmRefused => new CrmRefused({ status, body: errorBody(category, message, more) })

export const invalid = (message: string, context?: Context): CrmRefused =>
  refused(400, 'VALIDATION_ERROR', message, context && { context })

export const notEmulated = (what: string): CrmRefused =>
  new CrmRefused({ status: 501, body: errorBody('NOT_EMULATED', `Not emulated: ${what}`) })

/** [?] The sentence. */
export const notFound = (object: string, ids: readonly string[]): CrmRefused =>
  refused(
    404,
    'OBJECT_NOT_FOUND',
    `Could not get some ${object} objects, they may be deleted or not exist. Check that ids are valid.`,
    { context: { ids } },
  )

export type PropertyProblem = { name: string; code: string; message: string }

/** As HubSpot writes it: the list once in the sentence, once beside it. */
export const invalidProperties = (problems: readonly PropertyProblem[]): CrmRefused => {
  const list = problems.map(({ name, code, message }) => ({
    isValid: false,
    message,
    error: code,
    name,
  }))
  return refused(
    400,
    'VALIDATION_ERROR',
    `Property values were not valid: ${JSON.stringify(list)}`,
    {
      errors: problems.map(({ name, code, message }) => ({
        message,
        code,
        context: { propertyName: [name] },
      })),
    },
  )
}

/** A parameter that the emulator does not know is refused. */
export const refuseUnknown = (
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void => {
  for (const name of Object.keys(body))
    if (!known.includes(name)) throw notEmulated(`parameter ${name}`)
}

export const objectOf = (body: unknown): Record<string, unknown> => {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalid('Invalid input JSON')
  return { ...body }
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
