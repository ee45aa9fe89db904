import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startObserve, type ObserveEmulator } from '../../emulators/observe/emulator.ts'

let emulator: ObserveEmulator
let from = 0
beforeAll(async () => {
  emulator = await startObserve({ env: {} })
})
beforeEach(() => {
  from = emulator.seen.length
})
afterAll(() => emulator.close())

const post = (path: string, body: Uint8Array<ArrayBuffer> | string, headers = {}) =>
  fetch(`${emulator.url}${path}`, { method: 'POST', body, headers })
const seen = () => emulator.seen.slice(from)

describe('the receiver of services around the product', () => {
  it('answers PostHog as its library expects', async () => {
    const config = await fetch(`${emulator.url}/array/phc_1/config`)
    expect(await config.json()).toEqual({})
    expect(await (await post('/flags/?v=2', '{}')).json()).toMatchObject({ flags: {} })
    emulator.earlyAccess.push({ flagKey: 'routes', name: 'Routes', description: '', stage: 'beta' })
    const early = await fetch(`${emulator.url}/api/early_access_features/?token=phc_1`)
    expect(await early.json()).toMatchObject({ earlyAccessFeatures: [{ flagKey: 'routes' }] })
    expect(seen().map(({ service, method, path }) => [service, method, path])).toEqual([
      ['posthog', 'GET', '/array/phc_1/config'],
      ['posthog', 'POST', '/flags/'],
      ['posthog', 'GET', '/api/early_access_features/'],
    ])
  })

  it('reads events and recordings however they are packed', async () => {
    const events = '{"batch":[{"event":"search"}]}'
    const form = `data=${encodeURIComponent(Buffer.from(events).toString('base64'))}`
    const recording = deflateSync('[{"type":4}]')
    const envelope = Buffer.concat([
      Buffer.from('{}\n{"type":"replay_recording"}\n{"segment_id":0}\n'),
      recording,
    ])
    await post('/e/', gzipSync(events))
    await post('/e/', form, { 'content-type': 'application/x-www-form-urlencoded' })
    await post('/api/1/envelope/', envelope)
    const [packed, encoded, recorded] = seen().map(({ text }) => text)
    expect(packed).toContain(events)
    expect(encoded).toContain(events)
    expect(recorded).toContain('{"segment_id":0}\n[{"type":4}]')
  })

  it('identifies a chat visitor only for a server with a token', async () => {
    const path = '/visitor-identification/2026-03/tokens/create'
    const visitor = JSON.stringify({ email: 'alex@harbour.example' })
    expect((await post(path, visitor)).status).toBe(401)
    const authorization = 'Bearer pat-1'
    expect((await post(path, '{}', { authorization })).status).toBe(400)
    const answer = await post(path, visitor, { authorization })
    expect(await answer.json()).toEqual({ token: expect.stringMatching(/^visitor-/) })
  })

  it.each([
    [500, { kind: 'failing', status: 500, path: '/e/' }],
    [429, { kind: 'failing', status: 429, path: '/e/' }],
  ])('answers %i on command, until the fault ends', async (status, fault) => {
    await post('/_/fault', JSON.stringify(fault))
    expect((await post('/e/', '{}')).status).toBe(status)
    await post('/_/clear', '')
    expect((await post('/e/', '{}')).status).toBe(200)
  })

  it('cuts connections on command', async () => {
    await post('/_/fault', JSON.stringify({ kind: 'reset', path: '/e/', times: 1 }))
    await expect(post('/e/', '{}')).rejects.toThrow('fetch failed')
    expect((await post('/e/', '{}')).status).toBe(200)
  })

  it('shows what came in without running it, and to other processes as JSON', async () => {
    await post('/e/', '<script>alert(1)</script>')
    expect(await (await fetch(emulator.url)).text()).toContain('&lt;script&gt;alert(1)')
    const list = await fetch(`${emulator.url}/_/seen?since=${from}`)
    expect(await list.json()).toMatchObject([{ service: 'posthog', path: '/e/' }])
  })

  it('refuses to start in production', async () => {
    await expect(startObserve({ env: { NODE_ENV: 'production' } })).rejects.toThrow(
      'does not start with NODE_ENV=production',
    )
  })
})
