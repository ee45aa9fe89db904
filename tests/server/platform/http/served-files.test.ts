import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { links } from '../../../../contract/links.ts'
import type { Boot } from '../../../../server/platform/http/web.ts'
import { followBuild } from '../../../../server/platform/http/built-app.ts'
import { writeDeltas } from '../../../../scripts/deltas.ts'
import { everyLimit } from '../../../../server/platform/http/limits.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'

const boot: Omit<Boot, 'deploymentId'> = {
  clerkPublishableKey: 'pk',
  clerkProxyUrl: null,
  posthogKey: null,
  posthogHost: null,
  posthogPersonProfiles: true,
  sentryDsn: null,
  contactSalesUrl: null,
  worker: 'on',
}

describe('the files of the built app', () => {
  let folder: string
  let test: TestApp
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'served-'))
    const dist = join(folder, 'dist')
    await mkdir(join(dist, 'assets'), { recursive: true })
    await mkdir(join(dist, '.vite'))
    await writeFile(join(folder, 'secret.txt'), 'nobody reads this')
    await writeFile(join(dist, '.vite', 'manifest.json'), '{"nobody":"reads this"}')
    await writeFile(join(dist, 'assets', 'a.js'), 'a()')
    const tag = '<script type="application/json" id="boot">{}</script>'
    await writeFile(join(dist, 'index.html'), `<!doctype html>${tag}`)
    await writeFile(join(dist, 'sw.js'), 'real()')
    await writeFile(join(dist, 'sw-off.js'), 'off()')
    await writeFile(join(dist, 'build.json'), '{"id":"first"}')
    test = await startTestApp({
      companies: 0,
      parts: { web: { dist, built: followBuild(dist), boot } },
    })
  })
  afterAll(async () => {
    await test.close()
    await rm(folder, { recursive: true })
  })

  it('are served, and screens get the page', async () => {
    expect((await test.app.inject({ url: '/assets/a.js' })).body).toBe('a()')
    expect((await test.app.inject({ url: '/dashboard/search/new?x=%ff' })).body).toContain('boot')
  })

  it('of the builds before are served for a year, and what is gone is a failure and not the page', async () => {
    const kept = await test.app.inject({ url: '/assets/a.js' })
    expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const gone = await test.app.inject({ url: '/assets/long-gone.js' })
    expect(gone.statusCode).toBe(404)
    expect(gone.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(gone.headers['cache-control'] ?? '').not.toMatch(/immutable/)
  })

  it('include the page, which is sent again only where it is another one', async () => {
    const ask = (url: string, headers: Record<string, string> = {}) =>
      test.app.inject({ url, headers })
    const first = await ask('/index.html', { 'accept-encoding': 'gzip, br' })
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe((await ask('/dashboard')).body)
    const etag = String(first.headers['etag'])
    const again = await ask('/dashboard', { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    const tours = await startTestApp({
      companies: 0,
      parts: {
        extras: { posthog: false, productFruitsWorkspace: 'ours', minDeployment: null },
        web: { dist: join(folder, 'dist'), built: followBuild(join(folder, 'dist')), boot },
      },
    })
    const policed = await tours.app.inject({
      url: '/index.html',
      headers: { 'if-none-match': etag },
    })
    await tours.close()
    expect(policed.statusCode).toBe(200)
    const older = await ask('/index.html', { 'if-none-match': 'W/"another"' })
    expect([older.statusCode, older.headers['etag']]).toEqual([200, etag])
  })

  it('are sent as what changed to a browser that still has the script of the release before', async () => {
    const dist = join(folder, 'dist')
    const lines = Array.from({ length: 2_000 }, (_, i) => `say(${Math.sin(i)})`).join('\n')
    const [before, after] = [Buffer.from(lines), Buffer.from(`${lines}\nsay('more')`)]
    await writeFile(join(dist, 'assets', 'app-Aaaaaaa1.js'), before)
    await writeFile(join(dist, 'assets', 'app-Bbbbbbb2.js'), after)
    await writeFile(join(dist, 'assets', 'app-Bbbbbbb2.js.br'), brotliCompressSync(after))
    await writeDeltas(dist, { 'assets/app-Aaaaaaa1.js': 1, 'assets/app-Bbbbbbb2.js': 0 })
    const hash = createHash('sha256').update(before).digest('base64')
    const ask = (headers: Record<string, string>) =>
      test.app.inject({ url: '/assets/app-Bbbbbbb2.js', headers })
    const having = { 'available-dictionary': `:${hash}:` }

    const first = await ask({ 'accept-encoding': 'gzip, br' })
    expect(brotliDecompressSync(first.rawPayload)).toEqual(after)
    expect(first.headers['use-as-dictionary']).toBe('match="/assets/app-*.js"')
    expect(first.headers['vary']).toBe('accept-encoding, available-dictionary')

    const delta = await ask({ ...having, 'accept-encoding': 'gzip, br, zstd, dcb, dcz' })
    expect(delta.headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'use-as-dictionary': 'match="/assets/app-*.js"',
      vary: 'accept-encoding, available-dictionary',
    })
    expect(delta.rawPayload.length).toBeLessThan(200)
    // After the mark of the coding and the hash of the dictionary.
    expect(delta.rawPayload.subarray(8, 40).toString('base64')).toBe(hash)
    expect(zstdDecompressSync(delta.rawPayload.subarray(40), { dictionary: before })).toEqual(after)

    const another = `:${createHash('sha256').update('another').digest('base64')}:`
    for (const headers of [
      { ...having, 'accept-encoding': 'gzip, br' },
      { 'available-dictionary': another, 'accept-encoding': 'br, dcz' },
      { 'available-dictionary': ':../../secret:', 'accept-encoding': 'br, dcz' },
    ])
      expect((await ask(headers)).headers['content-encoding']).toBe('br')
  })

  it('include the worker, always asked for again; switched off, one that takes itself away in its place', async () => {
    const real = await test.app.inject({ url: '/sw.js' })
    expect([real.body, real.headers['cache-control']]).toEqual(['real()', 'no-cache'])
    const dist = join(folder, 'dist')
    const off = await startTestApp({
      companies: 0,
      parts: { web: { dist, built: followBuild(dist), boot: { ...boot, worker: 'off' } } },
    })
    try {
      const answer = await off.app.inject({ url: '/sw.js' })
      expect([answer.body, answer.headers['cache-control']]).toEqual(['off()', 'no-store'])
      expect(answer.headers['content-type']).toMatch(/^text\/javascript/)
      expect((await off.app.inject({ url: '/dashboard' })).body).toContain('"worker":"off"')
    } finally {
      await off.close()
    }
  })

  it('lead a file that was shared where no worker took it to the screen that says so', async () => {
    const shared = await test.app.inject({
      method: 'POST',
      url: links.upload(),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    })
    expect([shared.statusCode, shared.headers['location']]).toEqual([
      303,
      links.sharedFile('nothing'),
    ])
  })

  it('leave addresses of the API that are not there counted as failures of their caller', async () => {
    const dist = join(folder, 'dist')
    const strict = await startTestApp({
      companies: 0,
      parts: {
        web: { dist, built: followBuild(dist), boot },
        limits: { ...everyLimit(100), failures: 3 },
      },
    })
    const statusesOf = async (url: string): Promise<number[]> => {
      const statuses = []
      for (let n = 0; n < 5; n += 1) statuses.push((await strict.app.inject({ url })).statusCode)
      return statuses
    }
    try {
      expect(await statusesOf('/assets/long-gone.js')).toEqual([404, 404, 404, 404, 404])
      expect(await statusesOf('/api/nothing')).toEqual([404, 404, 404, 429, 429])
    } finally {
      await strict.close()
    }
  })

  it('may speak to nobody else, except to where analytics and errors go if there are keys for them', async () => {
    const policyOf = async (on: TestApp) =>
      /connect-src ([^;]*)/.exec(
        String((await on.app.inject({ url: '/dashboard' })).headers['content-security-policy']),
      )?.[1]
    expect(await policyOf(test)).toBe("'self'")
    const reporting = await startTestApp({
      companies: 0,
      parts: {
        web: {
          dist: join(folder, 'dist'),
          built: followBuild(join(folder, 'dist')),
          boot: {
            ...boot,
            posthogHost: 'https://eu.i.posthog.example',
            sentryDsn: 'https://public@errors.example/42',
          },
        },
      },
    })
    try {
      expect(await policyOf(reporting)).toBe(
        "'self' https://eu.i.posthog.example https://errors.example",
      )
    } finally {
      await reporting.close()
    }
  })

  it('are those of the newest build: its page, its id, and a policy under which its scripts run', async () => {
    const dist = join(folder, 'dist')
    const tag = '<script type="application/json" id="boot">{}</script>'
    const page = () => test.app.inject({ url: '/index.html' })
    const before = await page()
    expect(before.body).toContain('"deploymentId":"first"')
    await writeFile(join(dist, 'index.html'), `<!doctype html>${tag}<script>second()</script>`)
    await writeFile(join(dist, 'build.json'), '{"id":"second"}')
    await utimes(join(dist, 'build.json'), 1, 1)
    const after = await page()
    expect(after.body).toContain('"deploymentId":"second"')
    expect(after.body).toContain('second()')
    expect(after.headers['content-security-policy']).not.toBe(
      before.headers['content-security-policy'],
    )
    await rename(dist, join(folder, 'away'))
    expect((await page()).body).toBe(after.body)
    await rename(join(folder, 'away'), dist)
  })

  it.each([
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/assets',
    '/assets/',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%00',
  ])('do not include %s', async (url) => {
    const answer = await test.app.inject({ url })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.body).not.toMatch(/nobody|JSON/)
  })
})
