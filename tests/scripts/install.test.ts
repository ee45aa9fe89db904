import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureInstalled, isInstalled } from '../../scripts/lib/install.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldbook-install-'))
  mkdirSync(join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

type Packages = Record<string, { version?: string; optional?: true }>

const wanted = (packages: Packages): void =>
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': { version: '1.0.0' }, ...packages } }),
  )
const present = (packages: Packages): void =>
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))

describe('the installed packages', () => {
  it('match when all versions of the lock file are present', () => {
    wanted({ 'node_modules/a': { version: '1.2.3' } })
    present({ 'node_modules/a': { version: '1.2.3' }, 'node_modules/extra': { version: '9.0.0' } })
    expect(isInstalled(root)).toBe(true)
  })

  it('match without packages of other platforms', () => {
    wanted({
      'node_modules/a': { version: '1.2.3' },
      'node_modules/a-windows': { version: '1.2.3', optional: true },
    })
    present({ 'node_modules/a': { version: '1.2.3' } })
    expect(isInstalled(root)).toBe(true)
  })

  it('do not match after the lock file changed a version or added a package', () => {
    present({ 'node_modules/a': { version: '1.2.3' } })
    wanted({ 'node_modules/a': { version: '1.2.4' } })
    expect(isInstalled(root)).toBe(false)
    wanted({ 'node_modules/a': { version: '1.2.3' }, 'node_modules/b': { version: '1.0.0' } })
    expect(isInstalled(root)).toBe(false)
  })

  it('do not match after an interrupted install, or none', () => {
    wanted({ 'node_modules/a': { version: '1.2.3' } })
    expect(isInstalled(root)).toBe(false)
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(isInstalled(root)).toBe(false)
  })
})

describe('an install', () => {
  const write = (path: string, content: unknown): void =>
    writeFileSync(join(root, path), JSON.stringify(content))

  beforeEach(() => {
    mkdirSync(join(root, 'a'))
    write('a/package.json', { name: 'a', version: '1.0.0' })
    write('package.json', { name: 'x', version: '1.0.0', dependencies: { a: 'file:a' } })
    write('package-lock.json', {
      name: 'x',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'x', version: '1.0.0', dependencies: { a: 'file:a' } },
        a: { version: '1.0.0' },
        'node_modules/a': { resolved: 'a', link: true },
      },
    })
  })

  it('runs once when two commands need it, and the other waits', async () => {
    const said: string[] = []
    const say = (text: string) => said.push(text)
    await Promise.all([ensureInstalled(root, say), ensureInstalled(root, say)])
    expect(isInstalled(root)).toBe(true)
    expect(said.filter((text) => text.startsWith('Installing'))).toHaveLength(1)
    expect(said.filter((text) => text.startsWith('Waiting'))).toHaveLength(1)
    await ensureInstalled(root, say)
    expect(said.filter((text) => text.startsWith('Installing'))).toHaveLength(1)
  })

  it("reports npm's error", async () => {
    write('package.json', { name: 'x', version: '1.0.0', dependencies: { a: 'file:b' } })
    await expect(ensureInstalled(root, () => undefined)).rejects.toThrow(/npm said:[^]*npm ci/)
    expect(isInstalled(root)).toBe(false)
  })
})
