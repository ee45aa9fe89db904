import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { links } from '../../../../contract/links.ts'
import { openBaseMap } from '../../../../server/platform/http/base-map.ts'
import { followBuild } from '../../../../server/platform/http/built-app.ts'
import { writeDeltas } from '../../../../scripts/deltas.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'
import { boot } from '../../../kit/boot.ts'
import { everyLimit } from '../../../kit/limits.ts'

describe('the files of the built app', () => {
  /** More than the server compresses. */
  const mapBytes = Buffer.from(`PMTiles\u0003${'0123456789'.repeat(500)}`)
  let folder: string
  let test: TestApp
  let mapAddress: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'served-'))
    const dist = join(folder, 'dist')
    await mkdir(join(dist, 'assets'), { recursive: true })
    await mkdir(join(dist, '.vite'))
    await writeFile(join(folder, 'secret.txt'), 'a secret text')
    await writeFile(join(dist, '.vite', 'manifest.json'), '{"a":"secret text"}')
    await writeFile(join(dist, 'assets', 'a.js'), 'a()')
    const tag = '<script type="application/json" id="boot">{}</script>'
    await writeFile(join(dist, 'index.html'), `<!doctype html>${tag}`)
    await writeFile(join(dist, 'sw.js'), 'real()')
    await writeFile(join(dist, 'sw-off.js'), 'off()')
    await writeFile(join(dist, 'build.json'), '{"id":"first"}')
    await writeFile(join(dist, 'assets', 'map-AAAAAAA1.pmtiles'), mapBytes)
    await writeFile(join(folder, 'own.pmtiles'), mapBytes)
    const baseMap = openBaseMap(join(folder, 'own.pmtiles'))
    mapAddress = baseMap.address
    test = await startTestApp({
      companies: 0,
      parts: { web: { dist, built: followBuild(dist), boot, baseMap } },
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

  it('of earlier builds are served for a year, and missing ones return 404 instead of the page', async () => {
    const oldAsset = await test.app.inject({ url: '/assets/a.js' })
    expect(oldAsset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const missing = await test.app.inject({ url: '/assets/long-gone.js' })
    expect(missing.statusCode).toBe(404)
    expect(missing.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(missing.headers['cache-control'] ?? '').not.toMatch(/immutable/)
  })

  it('include the page, which returns 304 if it is unchanged', async () => {
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
        extras: {
          posthog: false,
          productFruitsWorkspace: 'ours',
          chat: null,
          contactSupport: null,
        },
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

  it('are sent as a delta to a browser with the earlier release’s script', async () => {
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
    // After the coding's magic bytes and the dictionary's hash.
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

  it('include maps in ranges, of the app and of the operator alike', async () => {
    for (const url of ['/assets/map-AAAAAAA1.pmtiles', mapAddress]) {
      const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
        test.app.inject({ method, url, headers: { 'accept-encoding': 'gzip, br', ...headers } })
      const whole = await ask()
      expect([whole.statusCode, whole.rawPayload]).toEqual([200, mapBytes])
      expect(whole.headers).toMatchObject({
        'accept-ranges': 'bytes',
        'content-length': '5008',
        'content-type': 'application/vnd.pmtiles',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const part = await ask({ range: 'bytes=8-17' })
      expect([part.statusCode, part.body]).toEqual([206, '0123456789'])
      expect(part.headers['content-range']).toBe('bytes 8-17/5008')
      expect((await ask({ range: 'bytes=4998-' })).body).toBe('0123456789')
      expect((await ask({ range: 'bytes=-3' })).body).toBe('789')

      const beyond = await ask({ range: 'bytes=5008-' })
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */5008'])
      expect(beyond.headers['cache-control'] ?? '').not.toMatch(/immutable/)

      const etag = String(whole.headers['etag'])
      const ifRange = (value: string) => ask({ range: 'bytes=0-6', 'if-range': value })
      expect((await ifRange(etag)).statusCode).toBe(206)
      expect((await ifRange('"of another file"')).statusCode).toBe(200)
      expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304)
      expect((await ask({}, 'HEAD')).headers['content-length']).toBe('5008')
    }
    const page = await test.app.inject({ url: '/dashboard' })
    expect(page.body).toContain(`"baseMap":{"address":"${mapAddress}","bytes":5008}`)
    expect((await test.app.inject({ url: '/map/another.pmtiles' })).statusCode).toBe(404)
  })

  it('refuse a map of the operator that is missing or no PMTiles file', async () => {
    const open = (name: string) => () => openBaseMap(join(folder, name))
    expect(open('missing.pmtiles')).toThrow(/^BASE_MAP_FILE .*missing\.pmtiles can’t be read\.$/)
    expect(open('secret.txt')).toThrow(/is not a PMTiles file of version 3\.$/)
    expect(open('.')).toThrow(/can’t be read\.$/)
    const before = openBaseMap(join(folder, 'own.pmtiles')).address
    await writeFile(join(folder, 'next.pmtiles'), Buffer.concat([mapBytes, Buffer.from('x')]))
    expect(openBaseMap(join(folder, 'next.pmtiles')).address).not.toBe(before)
  })

  it('include the revalidated worker, or one that unregisters itself', async () => {
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

  it('redirect a shared file without a worker to the screen that explains it', async () => {
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

  it('let unknown API addresses count as failures of their caller', async () => {
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

  it('allow connections only to analytics and error services with keys', async () => {
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

  it('belong to the newest build, with its id and a policy for its scripts', async () => {
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
  ])('exclude %s', async (url) => {
    const answer = await test.app.inject({ url })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.body).not.toMatch(/secret text|JSON/)
  })
})
