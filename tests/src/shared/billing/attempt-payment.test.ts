import { describe, expect, it } from 'vitest'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import { attemptPayment } from '../../../../src/shared/billing/attempt-payment.ts'

const problem = (status: number): ApiProblem => new ApiProblem(status, null, null)

/** Sends once per outcome, the last one good; resolves to the keys that were sent. */
const press = async (what: string, failures: readonly Error[]): Promise<string[]> => {
  const keys: string[] = []
  for (const failure of [...failures, null])
    await attemptPayment(what, (key) => {
      keys.push(key)
      return failure === null ? Promise.resolve() : Promise.reject(failure)
    }).catch(() => undefined)
  return keys
}

describe('a payment that is pressed again', () => {
  it.each([
    ['a lost answer', new Unreachable('network')],
    ['no answer in time', new Unreachable('timeout')],
    ['a provider that cannot be reached', problem(503)],
    ['a failure of ours', problem(500)],
  ])('after %s has the same key, so that it charges once', async (name, failure) => {
    expect(new Set(await press(name, [failure])).size).toBe(1)
  })

  it('after a final refusal has another key', async () => {
    expect(new Set(await press('refused', [problem(409)])).size).toBe(2)
  })

  it('after an answer has another key', async () => {
    const keys = [...(await press('answered', [])), ...(await press('answered', []))]
    expect(new Set(keys).size).toBe(2)
  })
})
