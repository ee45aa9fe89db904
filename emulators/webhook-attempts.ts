/** After the last, a webhook is given up. */
export const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000]

const ANSWER_WITHIN_MS = 15_000

/** `answer` is the status, or why there was none. */
export type Attempt = { isDelivered: boolean; answer: string }

export async function postWebhook(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  closing: AbortSignal,
): Promise<Attempt> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    await answer.body?.cancel()
    return { isDelivered: answer.ok, answer: String(answer.status) }
  } catch (error) {
    return { isDelivered: false, answer: reasonOf(error) }
  }
}

type Delivery = {
  attempts: number
  nextAt: number
  status: string
  answer: string | null
}

/** Decides when to retry: `waits` in ms, `now` in ms since 1970. */
export function recordAttempt(
  delivery: Delivery,
  { isDelivered, answer }: Attempt,
  now: number,
  waits: readonly number[],
): void {
  const wait = waits[delivery.attempts]
  delivery.attempts += 1
  delivery.answer = answer
  if (isDelivered) delivery.status = 'delivered'
  else if (wait === undefined) delivery.status = 'given up'
  else delivery.nextAt = now + wait
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
}
