import { describe, expect, it } from 'vitest'
import { Unreadable } from '../../../server/connectors/errors.ts'
import { parseJson } from '../../../server/connectors/http.ts'

const parse = (text: string): unknown => parseJson({ text })

describe('the body of a CRM', () => {
  it('loses NUL and halves of surrogate pairs, in texts at any depth', () => {
    const text = String.raw`{"names":["a\u0000b","c\ud800","\ud83d\ude00"],"count":2}`
    expect(parse(text)).toEqual({ names: ['ab', 'c\ufffd', '😀'], count: 2 })
  })

  it('does not reach an error when it isn’t JSON', () => {
    const token = 'access_token=secret'
    expect(() => parse(token)).toThrow(Unreadable)
    let error: unknown
    try {
      parse(token)
    } catch (caught) {
      error = caught
    }
    expect(String(error)).toBe('Error: A body of 19 characters isn’t JSON.')
    expect(error).not.toHaveProperty('cause')
  })
})
