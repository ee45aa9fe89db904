import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CrmFault } from '../../../emulators/crm/core/types.ts'
import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { openCrmApp, type CrmApp } from '../../kit/crm/app.ts'

describe('what a member reads of a CRM', () => {
  let app: CrmApp
  beforeAll(async () => {
    app = await openCrmApp(hubspot, startHubspotEmulator)
    await app.connect()
  })
  afterAll(() => app.close())

  const faults: readonly (CrmFault & { status?: number })[] = [
    { kind: 'failing', status: 200, body: 'html' },
    { kind: 'failing', status: 403, body: 'json' },
    { kind: 'failing', status: 400, body: 'html' },
    { kind: 'failing', status: 503 },
    { kind: 'throttle', limit: 'budget' },
  ]
  it.each(faults)('answers $kind $status of the CRM in words', async (fault) => {
    const end = app.emulator.faults.begin(fault)
    for (const path of ['mapping', 'dry-run']) {
      const more = { category: 'company', source: { kind: 'ids', ids: [crypto.randomUUID()] } }
      const answer = await app.crm(
        'POST',
        `/crm/${hubspot.key}/${path}`,
        path === 'mapping' ? {} : more,
      )
      expect([path, answer.body.code]).toEqual([path, expect.stringMatching(/^crm-/)])
      expect(answer.body.detail).toMatch(/HubSpot/)
    }
    end()
    await app.pass(24 * 60)
  })
})
