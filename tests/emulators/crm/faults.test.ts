import { afterAll, describe, expect, it } from 'vitest'
import type { CrmFault } from '../../../emulators/crm/core/types.ts'
import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'

let drawn: CrmFault | undefined
const met: string[] = []
const emulator = await startHubspotEmulator({
  drawFault: ({ method, url, isTokenCall }) => {
    met.push(`${method} ${url} ${isTokenCall}`)
    return drawn
  },
})
afterAll(() => emulator.close())

describe('faults that are drawn for each call', () => {
  it('are met by calls, and not by the inspector', async () => {
    drawn = { kind: 'failing', status: 502 }
    expect((await fetch(`${emulator.url}/crm/owners/2026-09`)).status).toBe(502)
    expect((await fetch(emulator.url)).status).toBe(200)
    drawn = undefined
    await fetch(`${emulator.url}/oauth/v1/token`, { method: 'POST' })
    expect(met).toEqual(['GET /crm/owners/2026-09 false', 'POST /oauth/v1/token true'])
  })

  it('can cut an answer in its middle', async () => {
    drawn = { kind: 'cut' }
    const answer = await fetch(`${emulator.url}/crm/owners/2026-09`)
    expect(answer.status).toBe(401)
    await expect(answer.text()).rejects.toThrow('terminated')
  })

  it('give way to a fault in effect', async () => {
    drawn = { kind: 'failing', status: 502 }
    const end = emulator.faults.begin({ kind: 'failing', status: 504 })
    expect((await fetch(`${emulator.url}/crm/owners/2026-09`)).status).toBe(504)
    end()
  })
})
