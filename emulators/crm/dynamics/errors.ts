import { CrmRefused } from '../core/world.ts'

/**
 * Bodies from Microsoft's documentation and captured answers. Codes that are not checked against an environment: 0x80072560, 0x80040220,
 * 0x80040217, 0x80048d19, 0x80048408, 0x80040203, 0x80044352.
 */
export const errorBody = (code: string, message: string): object => ({ error: { code, message } })

export const refused = (status: number, code: string, message: string): CrmRefused =>
  new CrmRefused({ status, body: errorBody(code, message) })

export const badRequest = (code: string, message: string): CrmRefused => refused(400, code, message)

export const notEmulated = (what: string): CrmRefused => refused(501, '', `Not emulated: ${what}`)

export const doesNotExist = (table: string, id: string): CrmRefused =>
  refused(404, '0x80040217', `${table} With Id = ${id} Does Not Exist`)

export const unknownProperty = (name: string, table: string): CrmRefused =>
  badRequest(
    '0x80060888',
    `Could not find a property named '${name}' on type 'Microsoft.Dynamics.CRM.${table}'.`,
  )
