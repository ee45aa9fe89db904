import { uuidv7 } from 'uuidv7'
import { mostWashed, type Wash } from '../../../../contract/org/do-not-call.ts'
import type { ApiClient } from '../../../lib/api.ts'
import { Unreachable } from '../../../lib/api-errors.ts'
import type { Told } from './reading.ts'

export type Sending = {
  api: Pick<ApiClient, 'beginWash' | 'addWashed' | 'finishWash'>
  onProgress: (done: number, total: number) => void
  pause: (ms: number) => Promise<void>
}

/**
 * Brings a wash result in, a few thousand numbers at a time; rejects as calls do. What was sent counts from then on, and a part that
 * may have arrived is sent again under the same key.
 */
export const sendWash = async (
  { api, onProgress, pause }: Sending,
  wash: { name: string; washedAt: string },
  { listed, notListed }: Told,
): Promise<Wash> => {
  const total = listed.length + notListed.length
  const again = async <Result>(
    ask: (idempotencyKey: string) => Promise<Result>,
  ): Promise<Result> => {
    const key = uuidv7()
    for (let tries = 1; ; tries += 1)
      try {
        return await ask(key)
      } catch (error) {
        if (!(error instanceof Unreachable) || tries >= mostTries) throw error
        await pause(tries * 2000)
      }
  }
  const { id } = await again((idempotencyKey) =>
    api.beginWash({ id: uuidv7(), ...wash, total }, { idempotencyKey }),
  )
  let done = 0
  onProgress(done, total)
  for (const [kind, numbers] of [
    ['listed', listed],
    ['notListed', notListed],
  ] as const)
    for (let from = 0; from < numbers.length; from += mostWashed) {
      const part = numbers.slice(from, from + mostWashed)
      await again((idempotencyKey) => api.addWashed({ id, [kind]: part }, { idempotencyKey }))
      done += part.length
      onProgress(done, total)
    }
  return again((idempotencyKey) => api.finishWash({ id }, { idempotencyKey, timeoutMs: 60_000 }))
}

const mostTries = 4
