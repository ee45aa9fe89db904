import { addBreadcrumb, captureException, flush, getClient, getReplay } from '@sentry/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { log } from '../../../src/lib/log.ts'
import { startSentry } from '../../../src/lib/telemetry-sentry.ts'

const sent: { address: string; body: string }[] = []
vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
  sent.push({ address, body: await new Response(body ?? null).text() })
  return new Response('{}')
})
beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue(undefined)
  startSentry('https://public@errors.example/42', 'build-7')
})

it('Error reports contain the build and the navigation, and nothing from the console', async () => {
  addBreadcrumb({ category: 'navigation', message: 'opened a list' })
  log.info('written to the console')
  captureException(new Error('broken'))
  await flush(5_000)
  const report = sent.find(({ body }) => body.includes('"broken"'))
  expect(report?.address).toContain('https://errors.example/api/42/envelope/')
  expect(report?.body).toContain('"release":"build-7"')
  expect(report?.body).toContain('opened a list')
  expect(report?.body).not.toContain('written to the console')
})

it('Error reports are sampled as the specification says', () => {
  expect(getClient()?.getOptions()).toMatchObject({
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
  })
  expect(getReplay()).toBeDefined()
})
