import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../../contract/api.ts'
import { pathKeys, type Endpoint } from '../../../../contract/core/endpoint.ts'
import { UploadField } from '../../../../contract/money/uploads.ts'
import { companyOfRow, employerOfRow } from '../../../../server/uploads/company-row.ts'
import { categoryOf, meaningsOf } from '../../../../server/uploads/headings.ts'
import { personOfRow } from '../../../../server/uploads/person-row.ts'
import { valuesOf } from '../../../../server/uploads/values.ts'
import { createPromptParser } from '../../../../server/prompt-search/parse.ts'
import { domainKey } from '../../../../server/entity-matching/domain-key.ts'
import { linkedinKey, nameKey } from '../../../../server/entity-matching/name-keys.ts'
import { followBuild } from '../../../../server/platform/http/built-app.ts'
import { trustsLoopback } from '../../../../server/platform/http/caller-address.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'
import { growthOf, leastOf, buildAttack, superlinear } from '../../../kit/regex-attacks.ts'
import { reportPromise } from '../../../kit/reliability.ts'
import { boot } from '../../../kit/boot.ts'

const attacks = [
  { prefix: 'a', pump: ' ', suffix: 'b' },
  { prefix: '', pump: 'a', suffix: '!' },
  { prefix: '', pump: 'a, ', suffix: '\u00e9' },
  { prefix: 'Bearer ', pump: 'a.', suffix: '!' },
  { prefix: 'https://', pump: 'a.', suffix: '@' },
  { prefix: '', pump: 'a@', suffix: ' ' },
  { prefix: 'bytes=0-1', pump: ',0-1', suffix: 'x' },
  { prefix: 'text/', pump: ';a=', suffix: '"' },
  { prefix: '+61', pump: '0 ', suffix: 'x' },
  { prefix: '', pump: '%20', suffix: '%' },
  { prefix: '', pump: '/', suffix: 'x' },
]
const headers = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'available-dictionary',
  'content-encoding',
  'content-type',
  'cookie',
  'deployment-id',
  'host',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'range',
  'referer',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]
/** Far beyond the 8 KB that the server accepts, so that a quadratic step shows. */
const headerLength = 32_768
const bodyLength = 32_768
const cellLength = 10_000

type Try = { target: string; run: (text: string) => unknown; length: number }

const faultsOf = async (tries: readonly Try[], tried = attacks): Promise<string[]> => {
  const faults: string[] = []
  for (const { target, run, length } of tries) {
    const bar = await noticeable(length)
    for (const attack of tried) {
      const growth = await growthOf((wanted) => run(buildAttack(attack, wanted)), length, bar)
      if (growth !== null && growth > superlinear)
        faults.push(
          `${target}: ${growth.toFixed(0)} times longer for ${JSON.stringify(attack)} x 4`,
        )
    }
  }
  return faults
}

/** ms; a tenth of one quadratic step on this machine, and more than a whole linear request. */
const noticeable = async (length: number): Promise<number> => {
  const text = ' '.repeat(length)
  const known = bars.get(length) ?? (await leastOf(3, () => /\s+x/.test(text))) / 10
  bars.set(length, known)
  return known
}
const bars = new Map<number, number>()

describe('long texts in a request', () => {
  let test: TestApp
  let token = ''
  let dist = ''
  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), 'pumped-'))
    mkdirSync(join(dist, 'assets'))
    const tag = '<script type="application/json" id="boot">{}</script>'
    writeFileSync(join(dist, 'index.html'), `<!doctype html>${tag}`)
    writeFileSync(join(dist, 'build.json'), '{"id":"now"}')
    writeFileSync(join(dist, 'assets', 'app-Aaaaaaa1.js'), 'a()')
    test = await startTestApp({
      companies: 40,
      people: 80,
      parts: {
        trustsProxy: trustsLoopback,
        supports: (id) => id !== 'old',
        web: { dist, built: followBuild(dist), boot },
        more: planted,
      },
    })
    token = await test.token()
  }, 120_000)
  afterAll(async () => {
    await test.close()
    rmSync(dist, { recursive: true })
  })

  const inHeader = (url: string, name: string, method: 'GET' | 'POST' = 'GET'): Try => ({
    target: `${name} of ${method} ${url}`,
    length: headerLength,
    run: (text) =>
      test.app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          'available-dictionary': `:${'A'.repeat(43)}=:`,
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          [name]: text.replaceAll(/[^\x20-\x7e]/g, '?'),
        },
        ...(method === 'POST' ? { payload: '{"category":"company"}' } : {}),
      }),
  })

  it('take linear time in every header', async () => {
    const tries = headers.flatMap((name) => [
      inHeader('/health', name),
      inHeader('/assets/app-Aaaaaaa1.js', name),
      inHeader('/api/filters?module=core', name),
      inHeader('/api/lists', name, 'POST'),
    ])
    expect(await faultsOf([...tries, inHeader('/dashboard', 'accept-encoding')])).toEqual([])
    reportPromise({
      promise: 'I24',
      check: 'headers times attacks, as a ratio between n and 4 n',
      volume: tries.length * attacks.length,
      goal: tries.length * attacks.length,
    })
  }, 300_000)

  it('take linear time in path, query and body of every call', async () => {
    const tries = Object.entries<Endpoint>(api).map(([name, call]): Try => ({
      target: name,
      length: bodyLength,
      run: (text) => test.app.inject({ ...requestWith(call, text), headers: bodyHeaders(token) }),
    }))
    expect(await faultsOf(tries)).toEqual([])
    reportPromise({
      promise: 'I24',
      check: 'calls times attacks in path, query and body, as a ratio between n and 4 n',
      volume: tries.length * attacks.length,
      goal: tries.length * attacks.length,
    })
  }, 300_000)

  it('take linear time in cells and headings of files, names, web addresses and prompts', async () => {
    const parse = createPromptParser()
    const fields = UploadField.options
    const readers: Record<string, (text: string) => unknown> = {
      prompt: (prompt) =>
        parse({ prompt: prompt.slice(0, 500), category: 'company', country: 'AU' }),
      'web address': domainKey,
      'LinkedIn page': linkedinKey,
      name: nameKey,
      heading: (text) => [
        categoryOf([text]),
        meaningsOf('company', text),
        meaningsOf('people', text),
      ],
      ...Object.fromEntries(
        fields.map((field) => [
          `cell of ${field}`,
          (text: string) => {
            const values = { ...valuesOf([text], [field]), [field]: text }
            return [companyOfRow(values), employerOfRow(values), personOfRow(values)]
          },
        ]),
      ),
    }
    const tries = Object.entries(readers).map(([target, run]) => ({
      target: target,
      run,
      length: cellLength,
    }))
    expect(await faultsOf(tries)).toEqual([])
    reportPromise({
      promise: 'I24',
      check: 'cells, headings, names and addresses times attacks, as a ratio between n and 4 n',
      volume: tries.length * attacks.length,
      goal: tries.length * attacks.length,
    })
  }, 300_000)

  it('fail this check with a planted quadratic pattern in a header and in a body', async () => {
    const inBody = (text: string) =>
      test.app.inject({ method: 'POST', url: '/planted', payload: { text } })
    for (const { target, run } of [
      inHeader('/planted', 'accept-encoding'),
      { target: 'planted body', run: inBody },
    ])
      expect(await faultsOf([{ target, run, length: 16_384 }], attacks.slice(0, 1))).toHaveLength(1)
  }, 300_000)
})

const planted = (app: FastifyInstance): void => {
  app.get('/planted', ({ headers: { 'accept-encoding': coding = '' } }) => ({
    parts: coding.split(/\s*,\s*/).length,
  }))
  app.post<{ Body: { text: string } }>('/planted', ({ body }) => ({
    ends: /\s+$/.test(body.text),
  }))
}

const bodyHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'idempotency-key': crypto.randomUUID(),
})

const requestWith = (call: Endpoint, text: string) => {
  const shape: object =
    'shape' in call.input && typeof call.input.shape === 'object' ? (call.input.shape ?? {}) : {}
  const keys = Object.keys(shape)
    .filter((key) => !pathKeys(call.path).includes(key))
    .slice(0, 8)
  const path = call.path.replaceAll(/\{(\w+)\}/g, encodeURIComponent(text.slice(0, 2_000)))
  const values: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, text]))
  if (call.method === 'GET' || call.method === 'DELETE')
    return {
      method: call.method,
      url: `/api${path}?${new URLSearchParams(values as Record<string, string>).toString()}`,
    }
  if ('filters' in values)
    values['filters'] = { [text]: [text], keywords: [text], location: [text] }
  if ('category' in values) values['category'] = 'people'
  return { method: call.method, url: `/api${path}`, payload: JSON.stringify(values) }
}
