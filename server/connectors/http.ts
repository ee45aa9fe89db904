import { Unreadable } from './errors.ts'

export type HttpCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Only reads, though it is no GET. */
  reads?: boolean
  /** 60 s by default: longer than usual answers by far, so that an unknown outcome is rare. */
  withinMs?: number
}

export type HttpAnswer = {
  status: number
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>
  text: string
}

/**
 * One call, without retry or redirect. Throws Unavailable if it was not sent or only reads, and Uncertain if it was sent and has no
 * whole answer. Any status is an answer.
 */
export type Http = (call: HttpCall) => Promise<HttpAnswer>

/** Without NUL and halves of surrogate pairs, which PostgreSQL stores nowhere. Throws Unreadable, which goes to the log, so without the body. */
export const parseJson = ({ text }: Pick<HttpAnswer, 'text'>): unknown => {
  try {
    return unstorable.test(text) ? JSON.parse(text, storable) : JSON.parse(text)
  } catch {
    throw new Unreadable(`A body of ${text.length} characters isn’t JSON.`)
  }
}

const unstorable = /\\u(?:0000|d[89a-f])/i

const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
