import { Unreadable } from './errors.ts'

export type HttpCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
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

/** Throws Unreadable; the message holds the start of the body. */
export const parseJson = ({ text }: Pick<HttpAnswer, 'text'>): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Unreadable(`not JSON: ${text.slice(0, 200)}`, { cause })
  }
}
