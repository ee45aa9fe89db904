import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDeployments } from '../../../server/installation/deployments.ts'
import { followBuild } from '../../../server/platform/http/built-app.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { boot } from '../../kit/boot.ts'
import { freshDatabase } from '../../kit/database.ts'

describe('processes of different releases on one database', () => {
  let db: Database
  let folder: string
  const apps: TestApp[] = []
  beforeEach(async () => {
    db = await freshDatabase()
    folder = mkdtempSync(join(tmpdir(), 'releases-'))
  })
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
    await db.close()
    rmSync(folder, { recursive: true })
  })

  const build = (id: string, earlier: string[] = []): string => {
    const dist = join(folder, id)
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'assets', `${id}-AAAAAAA1.js`), `release('${id}')`)
    writeFileSync(join(dist, 'assets', 'same-AAAAAAA1.js'), 'same()')
    writeFileSync(
      join(dist, 'index.html'),
      '<!doctype html><script type="application/json" id="boot">{}</script>',
    )
    writeFileSync(join(dist, 'sw-off.js'), '')
    writeFileSync(join(dist, 'build.json'), JSON.stringify({ id, earlier }))
    return dist
  }
  const release = async (id: string, earlier: string[] = []) => {
    const dist = build(id, earlier)
    const built = followBuild(dist)
    return { dist, built, deployments: await openDeployments({ db, dist, built }) }
  }
  const start = async (id: string) => {
    const { dist, built, deployments } = await release(id)
    const { supports, fileOf } = deployments
    const test = await startTestApp({
      companies: 0,
      db: { ...db, close: () => Promise.resolve() },
      parts: { supports, web: { dist, built, boot, fileOf } },
    })
    apps.push(test)
    const statusOf = async (page: string): Promise<number> =>
      (
        await test.ask('GET', '/configs', undefined, {
          as: null,
          headers: { 'deployment-id': page },
        })
      ).status
    const file = async (page: string) => test.app.inject({ url: `/assets/${page}-AAAAAAA1.js` })
    return { statusOf, file, refresh: deployments.refresh }
  }

  it('let in pages of releases stored since they started, and of the two before', async () => {
    const old = await start('one')
    const next = await start('two')
    expect(await old.statusOf('two')).toBe(200)
    expect(await next.statusOf('one')).toBe(200)
    await release('three')
    expect(await old.statusOf('three')).toBe(200)
    expect(await old.statusOf('one')).toBe(200)
  })

  it('tell a page of a release that no process stored to update', async () => {
    const { statusOf } = await start('one')
    expect(await statusOf('none')).toBe(426)
  })

  it('tell a page that is older than the last three releases to update', async () => {
    const first = await start('one')
    await release('two')
    await release('three')
    const last = await start('four')
    expect(await last.statusOf('two')).toBe(200)
    expect(await last.statusOf('one')).toBe(426)
    await first.refresh()
    expect(await first.statusOf('one')).toBe(200)
  })

  it('serve each other’s files, until these are older than the last three releases', async (context) => {
    if (db.kind === 'pglite') context.skip('the embedded database belongs to one process')
    const old = await start('one')
    const next = await start('two')
    const newer = await old.file('two')
    expect([newer.statusCode, newer.body]).toEqual([200, "release('two')"])
    expect(newer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(newer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await next.file('one')).body).toBe("release('one')")
    expect((await next.file('none')).statusCode).toBe(404)
    await release('three')
    const last = await start('four')
    expect((await last.file('one')).statusCode).toBe(404)
    expect((await last.file('two')).body).toBe("release('two')")
    expect((await last.file('same')).body).toBe('same()')
  })

  it('store a build that replaces another in a running process', async (context) => {
    if (db.kind === 'pglite') context.skip('the embedded database belongs to one process')
    const old = await start('one')
    const { deployments } = await release('two')
    const dist = build('later', ['two'])
    rmSync(join(folder, 'two'), { recursive: true })
    renameSync(dist, join(folder, 'two'))
    await deployments.refresh()
    expect((await old.file('later')).body).toBe("release('later')")
  })
})
