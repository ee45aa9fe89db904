import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'

const boot = {
  clerkPublishableKey: 'pk',
  clerkProxyUrl: null,
  deploymentId: 'now',
  posthogKey: null,
  sentryDsn: null,
  contactSalesUrl: null,
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
    test = await startTestApp({ companies: 0, parts: { web: { dist, boot } } })
  })
  afterAll(async () => {
    await test.close()
    await rm(folder, { recursive: true })
  })

  it('are served, and screens get the page', async () => {
    expect((await test.app.inject({ url: '/assets/a.js' })).body).toBe('a()')
    expect((await test.app.inject({ url: '/dashboard/search/new?x=%ff' })).body).toContain('boot')
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
