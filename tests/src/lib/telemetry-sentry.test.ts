import { Blob } from 'node:buffer'
import { CompressionStream } from 'node:stream/web'
import { inflateSync } from 'node:zlib'
import { addBreadcrumb, captureException, flush, getClient, getReplay } from '@sentry/react'
import { act } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem, Unreachable } from '../../../src/lib/api-errors.ts'
import { log } from '../../../src/lib/log.ts'
import { startSentry } from '../../../src/lib/telemetry-sentry.ts'
import { createNotSignedIn } from '../../../src/session/identity.ts'
import { createSession } from '../../../src/session/session.ts'
import { alex } from '../../kit/session/people.ts'

vi.stubGlobal('Blob', Blob)
vi.stubGlobal('CompressionStream', CompressionStream)

const sent: { address: string; body: string }[] = []
vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
  sent.push({ address, body: await readable(body) })
  return new Response('{}')
})

/** A recording is zlib after a line of its own. */
const readable = async (body: BodyInit | null | undefined): Promise<string> => {
  const bytes = Buffer.from(await new Response(body ?? null).arrayBuffer())
  const text = bytes.toString()
  if (!text.includes('"replay_recording"')) return text
  return text + inflateSync(bytes.subarray(bytes.indexOf('\n', bytes.indexOf('{"segment_id')) + 1))
}

const session = createSession()
beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue(undefined)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  log.error('A screen failed', new Error('failed before reports began'))
  session.update({ identity: alex })
  startSentry('https://public@errors.example/42', 'build-7', session)
})
beforeEach(async () => {
  await flush(5_000)
  sent.length = 0
})

const reportOf = async (message: string): Promise<string> => {
  await flush(5_000)
  return sent.find(({ body }) => body.includes(`"value":"${message}"`))?.body ?? ''
}

it('Error reports contain the build and the navigation, and nothing from the console', async () => {
  addBreadcrumb({ category: 'navigation', message: 'opened a list' })
  log.info('written to the console')
  captureException(new Error('broken'))
  const report = await reportOf('broken')
  expect(sent[0]?.address).toContain('https://errors.example/api/42/envelope/')
  expect(report).toContain('"release":"build-7"')
  expect(report).toContain('opened a list')
  expect(report).not.toContain('written to the console')
})

it('Error reports are sampled as the specification says', () => {
  expect(getClient()?.getOptions()).toMatchObject({
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
  })
  expect(getReplay()).toBeDefined()
})

it('Error reports collect no cookies, headers, bodies, queries or local variables', () => {
  expect(getClient()?.getDataCollectionOptions()).toMatchObject({
    userInfo: false,
    cookies: false,
    httpHeaders: { request: false, response: false },
    httpBodies: [],
    urlQueryParams: false,
    stackFrameVariables: false,
  })
})

it('What a boundary logs is reported with the user and the organisation, by id', async () => {
  log.error('A screen failed', new Error('a broken screen'))
  const report = await reportOf('a broken screen')
  expect(report).toContain('"user":{"id":"user_1"}')
  expect(report).toContain('"organisation":"org_1"')
  expect(report).toContain('"where":"A screen failed"')
  expect(report).not.toContain('alex@')
  act(() => session.update({ identity: createNotSignedIn('signed-out') }))
  log.error('A screen failed', new Error('after the sign-out'))
  expect(await reportOf('after the sign-out')).not.toMatch(/user_1|org_1/)
})

it('A change that fails is no report of its own, but goes along with the next', async () => {
  const title = 'There’s already a search called ‘Canary Wren’.'
  const problem = { title, status: 409, code: 'name-taken' }
  log.error('saveSearch was refused', problem)
  log.error('createList failed', new ApiProblem(409, null, null))
  log.error('createList failed', new Unreachable('timeout'))
  await flush(5_000)
  expect(sent.filter(({ body }) => body.includes('"type":"event"'))).toEqual([])
  log.error('A screen failed', new Error('thereafter'))
  const report = await reportOf('thereafter')
  expect(report).toContain(
    '"message":"saveSearch was refused","data":{"status":409,"code":"name-taken"}',
  )
  expect(report).toContain('"reason":"timeout"')
  expect(report).not.toContain('Canary')
})

it('Names, search terms, labels and contact details are in no report', async () => {
  history.replaceState(null, '', '/dashboard/search/new?keywords=canary#canary')
  document.body.innerHTML = `
    <a href="/dashboard/search?term=canary" aria-label="Open Canary Wrens">Wendy Canary</a>`
  document.querySelector('a')?.click()
  addBreadcrumb({ category: 'navigation', data: { from: '/a?b=canary', to: '/c#canary' } })
  addBreadcrumb({ category: 'ui.click', message: 'main > button[aria-label="Open Canary Wrens"]' })
  const cause = new Error('GET https://fieldbook.example/api/records?name=canary failed')
  captureException(new Error('There’s no ‘Canary’ or "Canary" at wendy@canary.example', { cause }))
  await flush(5_000)
  const bodies = sent.map(({ body }) => body).join('\n')
  expect(bodies).toContain('"type":"event"')
  expect(bodies).toContain('/dashboard/search')
  expect(bodies).not.toMatch(/.{0,80}canary/i)
})

it('Recordings are sent compressed, without queries, contact links and labels of elements', async () => {
  const address = 'https://fieldbook.example/dashboard/search/new'
  const recording = [
    { type: 4, data: { href: `${address}?keywords=canary#canary` } },
    { type: 5, data: { message: 'main > a[aria-label="Canary"]', href: 'tel:+61491570156' } },
  ]
  const payload = `{"segment_id":0}\n${JSON.stringify(recording)}`
  const item = [{ type: 'replay_recording', length: payload.length }, payload]
  // Recordings have an envelope of their own, whose type is not exported.
  await getClient()
    ?.getTransport()
    ?.send([{}, [item]] as never)
  expect(sent).toHaveLength(1)
  const body = sent[0]?.body ?? ''
  expect(body).toContain(
    JSON.stringify([
      { type: 4, data: { href: address } },
      { type: 5, data: { message: 'main > a', href: 'tel:' } },
    ]),
  )
  expect(body).not.toMatch(/canary|491570156/i)
})
