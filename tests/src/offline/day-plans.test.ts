// @vitest-environment node
import { expect, it } from 'vitest'
import { addStops, readDayPlan, stopIds } from '../../../src/offline/day-plans.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { deviceOfTest } from '../../kit/device/device.ts'
import { aCompany } from '../../kit/fixtures/records.ts'

it('a stop that is added after the clock was turned back still follows the others', async () => {
  const clock = { at: Date.parse('2026-03-03T10:00:00Z') }
  const local: Local = { ...deviceOfTest(), now: () => clock.at }
  for (const number of [2, 1]) {
    const { id: recordId, name } = aCompany(number)
    await addStops(local, '2026-03-03', [{ category: 'company', recordId, name }])
    clock.at -= 86_400_000
  }
  const plan = await readDayPlan(local.device, '2026-03-03')
  expect(plan && stopIds(plan.value)).toEqual([aCompany(2).id, aCompany(1).id])
})
