import { expect, it } from 'vitest'
import { openLog } from '../../../../server/platform/process/log.ts'
import { reportErrors } from '../../../../server/platform/vendors/error-reports.ts'

const dsn = 'https://public@errors.example/base/42'

const openReported = (answer: () => Promise<Response>) => {
  const lines: string[] = []
  const sent: { url: string; parts: unknown[] }[] = []
  let time = 0
  const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    const body = await new Response(init?.body).text()
    sent.push({ url, parts: body.split('\n').map((part): unknown => JSON.parse(part)) })
    return answer()
  }
  const to = { write: (line: string) => void lines.push(line) }
  const parts = { dsn, release: 'build-7', fetch: fetch as typeof globalThis.fetch }
  return {
    log: openLog('info', reportErrors(to, { ...parts, now: () => time })),
    lines,
    sent,
    wait: (ms: number) => (time += ms),
    settled: () => new Promise((resolve) => setTimeout(resolve)),
  }
}

it('An error of the log is sent to Sentry with build, route, user and organisation, without values', async () => {
  const { log, lines, sent, settled } = openReported(async () => new Response('{}'))
  const err = new Error('No row for "Wendy Canary" at wendy@canary.example')
  log.error(
    { err, userId: 'user_1', orgId: 'org_1', route: '/api/lists/:id' },
    'unexpected failure',
  )
  log.info('a request')
  log.warn({ err }, 'a refusal')
  await settled()
  expect(lines).toHaveLength(3)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.url).toBe(
    'https://errors.example/base/api/42/envelope/?sentry_key=public&sentry_version=7',
  )
  expect(sent[0]?.parts).toMatchObject([
    { event_id: expect.stringMatching(/^[\da-f]{32}$/) },
    { type: 'event' },
    {
      level: 'error',
      release: 'build-7',
      message: 'unexpected failure',
      exception: { values: [{ type: 'Error', value: 'No row for "…" at …' }] },
      user: { id: 'user_1' },
      tags: { route: '/api/lists/:id', organisation: 'org_1' },
    },
  ])
  const text = JSON.stringify(sent)
  expect(text).toContain('"function":')
  expect(text).not.toMatch(/canary|file:/i)
})

it('Reports pause as long as Sentry asks, and one that fails is dropped', async () => {
  const limited = new Response('', { status: 429, headers: { 'retry-after': '30' } })
  const answers = [() => Promise.reject(new Error('refused')), async () => limited]
  const { log, lines, sent, wait, settled } = openReported(
    () => answers.shift()?.() ?? Promise.resolve(new Response('{}')),
  )
  for (const ms of [0, 0, 29_000, 1_000]) {
    wait(ms)
    log.error('failed')
    await settled()
  }
  expect(lines).toHaveLength(4)
  expect(sent).toHaveLength(3)
})
