// @vitest-environment node
import { asSend, poke, someDevice, someSync } from '../../kit/device/device.ts'
import { expect, it } from 'vitest'
import { createList } from '../../../src/offline/lists.ts'
import { unsettled } from '../../../src/offline/live.ts'
import type { Occasion } from '../../../src/offline/sync-reducer.ts'

const problem = (status: number) => ({
  type: 'about:blank',
  title: 'Wait',
  status,
  code: 'busy',
  detail: '',
  instance: '/api/lists',
  requestId: 'r1',
})
const occasions: Occasion[] = ['online', 'focus', 'visible', 'contact']

it('sync waits for Retry-After, whatever happens except an explicit Sync now', async () => {
  const local = someDevice()
  let ahead = 0
  const now = () => local.now() + ahead
  let requestCount = 0
  const sync = someSync(
    local,
    async () => {
      requestCount += 1
      return { kind: 'problem', problem: problem(429), retryAfter: 30 }
    },
    { now },
  )
  await createList({ ...local, now }, { name: 'Perth builders', category: 'company' })
  await poke(sync)
  const before = requestCount
  for (const occasion of occasions) {
    sync.poke(occasion)
    await sync.settled()
  }
  expect(requestCount).toBe(before)
  await poke(sync)
  expect(requestCount).toBeGreaterThan(before)
  const wished = requestCount
  ahead += 31_000
  sync.poke('focus')
  await sync.settled()
  expect(requestCount).toBeGreaterThan(wished)
  expect((await unsettled(local.device)).unsent).toHaveLength(1)
  await sync.stop()
})

it('sync goes on before Retry-After once an explicit Sync now was answered', async () => {
  const local = someDevice()
  let requestCount = 0
  let busy = true
  const sync = someSync(
    local,
    asSend(async () => {
      requestCount += 1
      return busy
        ? { kind: 'problem', problem: problem(429), retryAfter: 30 }
        : { kind: 'done', output: { changes: [], cursor: 'c1', more: false, reset: true } }
    }),
  )
  await poke(sync)
  busy = false
  await poke(sync)
  const before = requestCount
  sync.poke('focus')
  await sync.settled()
  expect(requestCount).toBeGreaterThan(before)
  await sync.stop()
})

it('sync retries an unreachable server at every sign of contact', async () => {
  const local = someDevice()
  let requestCount = 0
  const sync = someSync(
    local,
    asSend(async () => {
      requestCount += 1
      return { kind: 'unreachable' }
    }),
  )
  await createList(local, { name: 'Perth builders', category: 'company' })
  await poke(sync)
  for (const occasion of occasions.slice(0, 3)) {
    const before = requestCount
    sync.poke(occasion)
    await sync.settled()
    expect(requestCount).toBeGreaterThan(before)
  }
  await sync.stop()
})
