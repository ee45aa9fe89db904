// @vitest-environment node
import { poke, someDevice, someSync } from '../../kit/device/device.ts'
import { expect, it } from 'vitest'
import { createList } from '../../../src/offline/lists.ts'
import { unsettled } from '../../../src/offline/live.ts'
import type { Occasion } from '../../../src/offline/sync.ts'

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

it('A server that says when to come back is left alone until then, whatever happens meanwhile but a wish', async () => {
  const local = someDevice()
  let ahead = 0
  const now = () => local.now() + ahead
  let asked = 0
  const sync = someSync(
    local,
    async () => {
      asked += 1
      return { kind: 'problem', problem: problem(429), retryAfter: 30 }
    },
    { now },
  )
  await createList({ ...local, now }, { name: 'Perth builders', category: 'company' })
  await poke(sync)
  const before = asked
  for (const occasion of occasions) {
    sync.poke(occasion)
    await sync.settled()
  }
  expect(asked).toBe(before)
  await poke(sync)
  expect(asked).toBeGreaterThan(before)
  const wished = asked
  ahead += 31_000
  sync.poke('focus')
  await sync.settled()
  expect(asked).toBeGreaterThan(wished)
  expect((await unsettled(local.device)).unsent).toHaveLength(1)
  await sync.stop()
})

it('Once it answers a wish it is no longer left alone', async () => {
  const local = someDevice()
  let asked = 0
  let busy = true
  const sync = someSync(local, async () => {
    asked += 1
    return busy
      ? { kind: 'problem', problem: problem(429), retryAfter: 30 }
      : { kind: 'done', output: { changes: [], cursor: 'c1', more: false, reset: true } }
  })
  await poke(sync)
  busy = false
  await poke(sync)
  const before = asked
  sync.poke('focus')
  await sync.settled()
  expect(asked).toBeGreaterThan(before)
  await sync.stop()
})

it('A server that was only not reached is tried again with every sign of it', async () => {
  const local = someDevice()
  let asked = 0
  const sync = someSync(local, async () => {
    asked += 1
    return { kind: 'unreachable' }
  })
  await createList(local, { name: 'Perth builders', category: 'company' })
  await poke(sync)
  for (const occasion of occasions.slice(0, 3)) {
    const before = asked
    sync.poke(occasion)
    await sync.settled()
    expect(asked).toBeGreaterThan(before)
  }
  await sync.stop()
})
