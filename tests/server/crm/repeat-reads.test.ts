import { describe, expect, it } from 'vitest'
import { Unavailable, Uncertain } from '../../../server/connectors/errors.ts'
import type { HttpAnswer, HttpCall } from '../../../server/connectors/http.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { openPatience } from '../../../server/crm/patience.ts'
import { repeatReads } from '../../../server/crm/repeat-reads.ts'

const answered = (status: number): HttpAnswer => ({ status, headers: {}, text: '' })

/** Answers in turn; then 200. */
const open = (call: Pick<HttpCall, 'method' | 'reads'>, ...answers: (HttpAnswer | Error)[]) => {
  let calls = 0
  const pauses: number[] = []
  const http = repeatReads(
    async () => {
      const answer = answers[calls++] ?? answered(200)
      if (answer instanceof Error) throw answer
      return answer
    },
    async (ms) => void pauses.push(ms),
  )
  const ask = () => http({ ...call, url: 'https://crm.example' })
  return { ask, calls: () => calls, pauses }
}

describe('reads of a CRM', () => {
  it('are repeated one by one after a lost answer or a 5xx, with pauses', async () => {
    const { ask, pauses } = open({ method: 'GET' }, new Unavailable('cut'), answered(503))
    expect(await ask()).toMatchObject({ status: 200 })
    expect(pauses).toEqual([1_000, 2_000])
  })

  it('are repeated where they are a POST', async () => {
    const { ask } = open({ method: 'POST', reads: true }, new Uncertain('cut'), answered(503))
    expect(await ask()).toMatchObject({ status: 200 })
  })

  it('are repeated within the step of a connector that needs them', async () => {
    const connector = hubspot.open({ clientId: '', clientSecret: '' })
    const grant = { accessToken: '', refreshToken: null, expiresAt: null, scopes: [], baseUrl: '' }
    const answers = [answered(503), answered(200)]
    const http = async () => answers.shift() ?? answered(500)
    const { call } = openPatience({
      access: { call: (_org, _connection, run) => run({ http, grant }, connector) },
      orgId: 'org',
      connectionId: 'connection',
      label: 'HubSpot',
      startedAt: 0,
      now: () => 0,
      pause: async () => undefined,
    })
    const read = call((api) => api.http({ method: 'GET', url: 'https://crm.example' }))
    expect(await read).toMatchObject({ status: 200 })
  })

  it('fail when the third attempt fails', async () => {
    const away = new Unavailable('cut')
    const { ask, calls } = open({ method: 'GET' }, away, away, away)
    await expect(ask()).rejects.toThrow(away)
    expect(calls()).toBe(3)
  })

  it.each([
    ['a read that was refused', 'GET', answered(429)],
    ['a write that failed', 'POST', answered(503)],
  ] as const)('do not include %s', async (_, method, answer) => {
    const { ask, calls } = open({ method }, answer)
    expect(await ask()).toBe(answer)
    expect(calls()).toBe(1)
  })

  it('do not include a write without an answer', async () => {
    const { ask, calls } = open({ method: 'POST' }, new Uncertain('cut'))
    await expect(ask()).rejects.toThrow(Uncertain)
    expect(calls()).toBe(1)
  })
})
