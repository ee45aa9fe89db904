import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

export type Found = {
  acked: string[]
  /** ms between one acknowledgement of any client and the next, the longest. */
  longestGapMs: number
  refusedPages: number
  pages5xx: number
}

type Through = { ports: () => number[]; token: string; recordId: string }

/** Reps who write notes until `isOver`, each retried under its key; and pages that stay open for a while. */
export const work = async (
  { ports, token, recordId }: Through,
  { clients, isOver }: { clients: number; isOver: () => boolean },
): Promise<Found> => {
  const found: Found = { acked: [], longestGapMs: 0, refusedPages: 0, pages5xx: 0 }
  let lastAck = performance.now()
  /** As a balancer that knows which processes are ready. */
  const call = async (path: string, init: RequestInit = {}): Promise<Response | null> => {
    const all = ports()
    const port = all[Math.floor(Math.random() * all.length)]
    if (port === undefined) return null
    const signal = AbortSignal.timeout(10_000)
    return fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal }).catch(() => null)
  }
  const writeNotes = async (): Promise<void> => {
    while (!isOver()) {
      const [text, key] = [randomUUID(), randomUUID()]
      const body = JSON.stringify({
        category: 'people',
        recordId,
        text,
        at: new Date().toISOString(),
      })
      for (let isAcked = false; !isAcked;) {
        const answer = await call('/api/activities/note', {
          method: 'POST',
          body,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
        })
        await answer?.arrayBuffer().catch(() => undefined)
        isAcked = answer?.ok === true
        if (!isAcked && isOver()) return
        if (!isAcked) await wait(200)
      }
      found.acked.push(text)
      found.longestGapMs = Math.max(found.longestGapMs, performance.now() - lastAck)
      lastAck = performance.now()
      await wait(100)
    }
  }
  const openPages = async (): Promise<void> => {
    while (!isOver()) {
      const page = await call('/dashboard')
      const html = (await page?.text().catch(() => '')) ?? ''
      if (page !== null && page.status >= 500) found.pages5xx += 1
      const release = /"deploymentId":"([^"]*)"/.exec(html)?.[1]
      for (let calls = 0; release !== undefined && calls < 10 && !isOver(); calls += 1) {
        const headers = { authorization: `Bearer ${token}`, 'deployment-id': release }
        const answer = await call('/api/customer/info', { headers })
        await answer?.arrayBuffer().catch(() => undefined)
        if (answer?.status === 426) found.refusedPages += 1
        await wait(100)
      }
      if (release === undefined) await wait(100)
    }
  }
  await Promise.all([
    ...Array.from({ length: clients }, writeNotes),
    ...Array.from({ length: 10 }, openPages),
  ])
  return found
}
