import { CrmRefused, type CrmAnswer } from '../core/world.ts'

/** Of a row; a whole call has the same under `errorCode`. */
export type RowError = { statusCode: string; message: string; fields: readonly string[] }

export const errorAnswer = (
  status: number,
  errorCode: string,
  message: string,
  more: Record<string, unknown> = {},
): CrmAnswer => ({ status, body: [{ message, errorCode, ...more }] })

export const refuse = (status: number, errorCode: string, message: string): CrmRefused =>
  new CrmRefused(errorAnswer(status, errorCode, message))

export const rowError = (
  statusCode: string,
  message: string,
  fields: readonly string[] = [],
): RowError => ({ statusCode, message, fields })

/** Of a row sent alone. */
export const singleError = ({ statusCode, message, fields }: RowError): CrmRefused =>
  new CrmRefused(
    errorAnswer(statusCode === 'ENTITY_IS_DELETED' ? 404 : 400, statusCode, message, { fields }),
  )
