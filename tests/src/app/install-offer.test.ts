import { describe, expect, it } from 'vitest'
import { visitsAt } from '../../../src/app/install-offer.tsx'

const noon = Date.UTC(2026, 2, 3, 12)
const minutes = 60_000

describe('the visits before the offer to install', () => {
  it('count a start as another visit once half an hour has passed', () => {
    const first = visitsAt(noon, null)
    expect(first).toEqual({ count: 1, at: noon, dismissed: false })
    const reload = visitsAt(noon + 29 * minutes, first)
    expect(reload.count).toBe(1)
    expect(visitsAt(noon + 60 * minutes, reload).count).toBe(2)
  })

  it('begin again where what is stored is damaged, and stay dismissed', () => {
    expect(visitsAt(noon, 'many').count).toBe(1)
    expect(visitsAt(noon, { count: 4, at: 0, dismissed: true }).dismissed).toBe(true)
  })
})
