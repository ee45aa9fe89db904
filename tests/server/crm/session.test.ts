import { expect, it } from 'vitest'
import { Uncertain } from '../../../server/connectors/errors.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import type { Api } from '../../../server/connectors/port.ts'
import type { Call } from '../../../server/crm/describe.ts'
import { repeatableObjects } from '../../../server/crm/session.ts'

const api: Api = {
  http: () => Promise.reject(new Error('Nothing is called.')),
  grant: { accessToken: '', refreshToken: null, expiresAt: null, scopes: [], baseUrl: '' },
}

it('our own field in a CRM is made, though two answers are lost', async () => {
  let calls = 0
  const connector = {
    ...hubspot.open({ clientId: '', clientSecret: '' }),
    ownKey: {
      field: { company: 'fieldbook_id' },
      ensure: async () => {
        calls += 1
        if (calls < 3) throw new Uncertain('cut')
        return true
      },
    },
  }
  const call: Call = (run) => run(api, connector)
  expect(await repeatableObjects(call, connector)).toEqual(new Set(['company']))
})
