import { uuidv7 } from 'uuidv7'
import { maxNumbersPerCall, type Wash } from '../../../../contract/org/do-not-call.ts'
import type { ApiClient } from '../../../lib/api.ts'
import { Unreachable } from '../../../lib/api-errors.ts'
import { retry, type Wait } from '../../../lib/retry.ts'
import type { ListedNumbers } from './read-numbers.ts'

export type Sending = {
  api: Pick<ApiClient, 'beginWash' | 'addWashed' | 'finishWash'>
  onProgress: (done: number, total: number) => void
  wait?: Wait
}

/** Rejects with the API's errors. Sent batches count at once, and a retry repeats a batch under the same idempotency key. */
export const sendWash = async (
  { api, onProgress, wait }: Sending,
  wash: { name: string; washedAt: string },
  { listed, notListed }: ListedNumbers,
): Promise<Wash> => {
  const total = listed.length + notListed.length
  const sendPart = <Result>(send: (idempotencyKey: string) => Promise<Result>): Promise<Result> => {
    const key = uuidv7()
    return retry(() => send(key), {
      maxAttempts: 4,
      minMs: 2_000,
      isRetriable: (error) => error instanceof Unreachable,
      ...(wait && { wait }),
    })
  }
  const { id } = await sendPart((idempotencyKey) =>
    api.beginWash({ id: uuidv7(), ...wash, total }, { idempotencyKey }),
  )
  let done = 0
  onProgress(done, total)
  for (const [kind, numbers] of [
    ['listed', listed],
    ['notListed', notListed],
  ] as const)
    for (let from = 0; from < numbers.length; from += maxNumbersPerCall) {
      const part = numbers.slice(from, from + maxNumbersPerCall)
      await sendPart((idempotencyKey) => api.addWashed({ id, [kind]: part }, { idempotencyKey }))
      done += part.length
      onProgress(done, total)
    }
  return sendPart((idempotencyKey) => api.finishWash({ id }, { idempotencyKey, timeoutMs: 60_000 }))
}
