import { CrmRefused } from '../core/world.ts'

/** An error of API v2. */
export const refusal = (status: number, error: string, code: string): CrmRefused =>
  new CrmRefused({
    status,
    body: {
      success: false,
      error,
      error_info: 'Please check developers.pipedrive.com for more information about Pipedrive API',
      data: null,
      additional_data: null,
      code,
    },
  })

/** [?] The sentence of a refused body is not documented. */
export const invalid = (text: string): CrmRefused =>
  refusal(400, `Validation failed: ${text}`, 'ERR_SCHEMA_VALIDATION_FAILED')

export const notFound = (): CrmRefused => refusal(404, 'Entity not found', 'ERR_NOT_FOUND')

/** A parameter or shape that Pipedrive may have, and the emulator does not. */
export const notEmulated = (what: string): CrmRefused =>
  refusal(501, `Not emulated: ${what}`, 'ERR_NOT_EMULATED')
