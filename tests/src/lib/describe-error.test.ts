import { describe, expect, it } from 'vitest'
import { problems, type Problem, type ProblemCode } from '../../../contract/core/problem.ts'
import { ApiProblem, Unreachable } from '../../../src/lib/api-errors.ts'
import { describeError } from '../../../src/lib/describe-error.ts'

const body = (code: ProblemCode, rest: Partial<Problem> = {}): Problem => ({
  type: 'about:blank',
  code,
  ...problems[code],
  detail: 'The name is already used.',
  instance: '/api/lists',
  requestId: 'r1',
  ...rest,
})
const problem = (code: ProblemCode, rest?: Partial<Problem>, retryAfter: number | null = null) =>
  new ApiProblem(problems[code].status, body(code, rest), retryAfter)

describe('describeError', () => {
  it('returns the title, the reason and the reference of a problem', () => {
    expect(describeError(problem('name-taken'))).toEqual({
      is: 'refused',
      title: 'This name is taken',
      detail: 'The name is already used.',
      retryAfter: null,
      reference: 'r1',
    })
  })

  it('prefers the reasons of single fields', () => {
    const errors = [
      { pointer: '/a', code: 'x', detail: 'Enter a name.' },
      { pointer: '/b', code: 'x', detail: 'Choose a day.' },
    ]
    expect(describeError(problem('invalid-input', { errors })).detail).toBe(
      'Enter a name. Choose a day.',
    )
  })

  it.each([
    ['rate-limited', problem('rate-limited', {}, 7), 'rate-limited'],
    ['outdated', problem('client-outdated'), 'outdated'],
    ['unexpected', problem('unexpected'), 'unexpected'],
    ['a problem without a body', new ApiProblem(502, null, null), 'unexpected'],
    ['a lost connection', new Unreachable('network'), 'unreachable'],
    ['any other error', new TypeError('x is undefined'), 'unknown'],
  ])('tells %s apart', (_name, error, kind) => {
    expect(describeError(error).is).toBe(kind)
  })

  it('keeps the words of other errors from users', () => {
    expect(describeError(new TypeError('x is undefined')).title).toBe('Something went wrong')
  })
})
