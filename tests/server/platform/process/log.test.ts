import { once } from 'node:events'
import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { api } from '../../../../contract/api.ts'
import { pathKeys, type Endpoint } from '../../../../contract/core/endpoint.ts'
import { withoutValues } from '../../../../contract/core/without-values.ts'
import { openLog } from '../../../../server/platform/process/log.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'
import { reportPromise } from '../../../kit/reliability.ts'
import { requestDownload } from '../../../kit/downloads.ts'
import { sendFile } from '../../../kit/uploads.ts'
import { memberOf, someRecords } from '../../../kit/saved-work.ts'

/** Canaries: texts that no log may hold, compared without case. */
const name = 'Wendy Canarybird'
const email = 'wendy.canarybird@canarymail.example'
const phone = '+61491570156'
const term = 'canarytakeover'
const ticket = 'canaryticket'
const secrets = [/canary/i, /491\s?570\s?156/]

const walkApp = async (
  plant?: (app: FastifyInstance) => void,
  openPlanted?: (to: { write(line: string): void }) => pino.Logger,
): Promise<{ lines: string[]; hits: string[]; requests: number }> => {
  const lines: string[] = []
  const to = { write: (line: string) => void lines.push(line) }
  const clerk = fastify()
  clerk.all('/*', (_, reply) => reply.code(502).send({ message: email }))
  const target = await clerk.listen({ port: 0, host: '127.0.0.1' })
  const test = await startTestApp({
    companies: 40,
    people: 80,
    parts: {
      log: openPlanted?.(to) ?? openLog('trace', to),
      clerkProxy: { target, secretKey: `sk_test_${ticket}` },
      webhookSecrets: ['whsec_Y2FuYXJ5Y2FuYXJ5'],
      more: (app) => {
        failures(app, () => test)
        plant?.(app)
      },
    },
  })
  try {
    const found = [...secrets]
    const requests = (await ownWork(test, found)) + (await everyCall(test)) + (await oddOnes(test))
    await malformed(test)
    await test.app.settled()
    const hits = lines.filter((line) => found.some((secret) => secret.test(line)))
    return { lines, hits, requests }
  } finally {
    await test.close()
    await clerk.close()
  }
}

const failures = (app: FastifyInstance, test: () => TestApp): void => {
  app.get('/fails/sql', () => sql`select ${email}::interval`.execute(test().db.owner))
  app.get('/fails/rows', () =>
    sql`insert into org_removed (name, canary) values (${name}, ${phone})`.execute(test().db.owner),
  )
  app.get('/fails/json', () => {
    JSON.parse(`${term} is not JSON`)
  })
  app.get('/fails/cause', () => {
    const cause = Object.assign(new Error(`no mailbox ${email}`), {
      parameters: [name, phone],
      detail: `Key (email)=(${email}) already exists.`,
      rawPacket: Buffer.from(email),
    })
    throw new Error(`GET https://clerk.example/v1/users?email=${email}`, { cause })
  })
  app.get('/fails/bare', (request) => {
    request.log.error(new Error(`call ${phone}`))
    request.log.warn({ err: new Error(`write to ${email}`) })
    request.log.debug(`sent to ${email} at https://x.example/?q=${term}`)
    return {}
  })
}

const everyCall = async (test: TestApp): Promise<number> => {
  const texts = { q: name, searchTerm: term, search: term, name, email, phone, text: term }
  const more = { identifier: 'industry', category: 'people', prompt: name, rid: term }
  let requests = 0
  for (const promise of Object.values<Endpoint>(api)) {
    const inQuery = promise.method === 'GET' || promise.method === 'DELETE'
    for (const id of [crypto.randomUUID(), `${ticket}-${encodeURIComponent(name)}`]) {
      const keys = pathKeys(promise.path)
      const path = keys.reduce((left, key) => left.replace(`{${key}}`, id), promise.path)
      const query = inQuery ? `?${new URLSearchParams({ ...texts, ...more }).toString()}` : ''
      const headers = {
        'idempotency-key': crypto.randomUUID(),
        cookie: `__session=${ticket}`,
        referer: `https://x.example/?q=${term}`,
        'user-agent': name,
      }
      const body = inQuery ? undefined : { ...texts, ...more, filters: { [term]: [name] } }
      await test.ask(promise.method, path + query, body, { headers })
      requests += 1
    }
  }
  return requests
}

const ownWork = async (test: TestApp, found: RegExp[]): Promise<number> => {
  const alex = memberOf(test, {})
  const token = await test.token()
  found.push(new RegExp(token.slice(-40).replaceAll('-', '\\-')))
  const [person = ''] = await someRecords(test, 'people', 1)
  const wash = crypto.randomUUID()
  const answers = [
    await alex.write('POST', '/lists', { name, category: 'people', recordIds: [person] }),
    await alex.write('POST', '/search/save', { name: term, category: 'people' }),
    await alex.write('POST', '/activities/note', {
      category: 'people',
      recordId: person,
      text: `${name} ${phone} ${email}`,
      at: '2026-03-03T00:00:00Z',
    }),
    await alex.read(`/search/autocomplete/people?q=${encodeURIComponent(name)}`),
    await alex.read(`/search/filter/options/search?identifier=industry&searchTerm=${term}`),
    await alex.write('POST', '/search/ai-parse', {
      prompt: `people called ${name} at ${term}`,
      category: 'people',
    }),
    await alex.write('POST', '/records', { category: 'people', search: name }),
    await alex.write('POST', '/do-not-call/washes', {
      id: wash,
      name,
      washedAt: '2026-03-03',
      total: 1,
    }),
    await alex.write('POST', `/do-not-call/washes/${wash}/numbers`, { listed: [phone] }),
  ]
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  const id = crypto.randomUUID()
  await sendFile(test, alex, `Name,Email,Phone\n${name},${email},${phone}\n`, { id })
  await alex.write('POST', `/exchange/uploads/${id}/preview`)
  const source = { kind: 'ids', ids: [person] }
  const request = await requestDownload(alex, { name: `only ${email}`, source })
  await test.work()
  const link = await alex.write('POST', `/download/request/${request.body?.requestId}/link`, {
    what: 'file',
  })
  const url = String(link.body?.url ?? '')
  expect(url).toMatch(/^\/files\//)
  found.push(new RegExp(url.slice(-30).replaceAll('.', '\\.')))
  for (const address of [url, `${url.slice(0, -4)}AAAA`, `/files/${ticket}`])
    await test.app.inject({ url: address })
  return answers.length + 8
}

const oddOnes = async (test: TestApp): Promise<number> => {
  const query = `?__clerk_ticket=${ticket}&email=${email}&q=${term}`
  const paths = [
    `/dashboard/people/${term}`,
    '/sign-up',
    `/__clerk/v1/client/sign_ins/${ticket}`,
    `/api/${term}`,
    `/${term}/%ff`,
    '/fails/sql',
    '/fails/rows',
    '/fails/json',
    '/fails/cause',
    '/fails/bare',
    '/health',
    '/planted',
  ]
  for (const path of paths) await test.app.inject({ url: path + query })
  await test.app.inject({
    method: 'POST',
    url: '/api/webhooks/clerk',
    headers: { 'svix-id': ticket, 'svix-timestamp': '1', 'svix-signature': `v1,${ticket}` },
    payload: { data: { email } },
  })
  return paths.length + 1
}

/** Node refuses these before routing. */
const malformed = async (test: TestApp): Promise<void> => {
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const address = test.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  for (const packet of [
    `GET /x?q=${term} HTTP/9\r\nauthorization: ${ticket}\r\n\r\n`,
    `GET /x HTTP/1.1\r\nhost: x\r\ncookie: ${ticket.repeat(900)}\r\n\r\n`,
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write(packet)
    await once(socket, 'close')
  }
}

describe('the log of the server at trace level', () => {
  it('holds no query, link, token, name, email address, phone number or search term after a walk through every call', async () => {
    const { lines, hits, requests } = await walkApp()
    expect(hits).toEqual([])
    const parsed = lines.map((line): Record<string, unknown> => JSON.parse(line))
    const fetched = parsed.find((line) => line['route'] === '/files/:token')
    expect(fetched).toMatchObject({
      method: 'GET',
      status: 200,
      ms: expect.any(Number),
      address: '127.0.0.1',
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(parsed.filter(({ msg }) => msg === 'unexpected failure')).toHaveLength(4)
    reportPromise({
      promise: 'I27',
      check: 'log lines at trace level with a canary, after a walk through every call',
      volume: requests,
      goal: requests,
      figures: { lines: lines.length, hits: hits.length },
    })
  }, 240_000)

  it('fails this check if an address or an error is logged completely', async () => {
    const planted = (app: FastifyInstance): void => {
      app.get('/planted', (request) => {
        request.log.trace({ url: request.url }, 'planted')
        return {}
      })
    }
    const { hits } = await walkApp(planted, (to) => pino({ level: 'trace' }, to))
    expect(hits.filter((line) => line.includes('planted'))).toHaveLength(1)
    for (const cause of ['interval', 'is not valid JSON', 'no mailbox', 'write to', 'sent to'])
      expect(hits.filter((line) => line.includes(cause))).not.toEqual([])
  }, 240_000)
})

describe('a message in the log', () => {
  it.each([
    ['duplicate key value violates unique constraint "list_name_key"', '"…"'],
    [`invalid input syntax for type uuid: "${email}"`, 'for type uuid: "…"'],
    [`no mailbox ${email}`, 'no mailbox …'],
    ['the number +61 491 570 156 is wrong', 'the number … is wrong'],
    ['GET /x?q=Wendy failed', 'GET /x?… failed'],
    [`token ${'a1'.repeat(20)} refused`, 'token … refused'],
    ["Clerk couldn't be asked, it's away", "Clerk couldn't be asked, it's away"],
    ['listening at http://127.0.0.1:3000', 'listening at http://127.0.0.1:3000'],
  ])('masks the values of %s', (message, expected) => {
    expect(withoutValues(message)).toContain(expected)
  })
})
