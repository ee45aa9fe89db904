import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled } from '../../scripts/lib/install.mjs'

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

describe('the packages', () => {
  it('are installed when all that the lock file names are there in its versions', () => {
    wanted({ 'node_modules/a': { version: '1.2.3' } })
    present({ 'node_modules/a': { version: '1.2.3' }, 'node_modules/extra': { version: '9.0.0' } })
    expect(isInstalled(root)).toBe(true)
  })

  it('are installed without those of other platforms', () => {
    wanted({
      'node_modules/a': { version: '1.2.3' },
      'node_modules/a-windows': { version: '1.2.3', optional: true },
    })
    present({ 'node_modules/a': { version: '1.2.3' } })
    expect(isInstalled(root)).toBe(true)
  })

  it('are not installed after the lock file moved a version or added a package', () => {
    present({ 'node_modules/a': { version: '1.2.3' } })
    wanted({ 'node_modules/a': { version: '1.2.4' } })
    expect(isInstalled(root)).toBe(false)
    wanted({ 'node_modules/a': { version: '1.2.3' }, 'node_modules/b': { version: '1.0.0' } })
    expect(isInstalled(root)).toBe(false)
  })

  it('are not installed after an install that broke off, or none', () => {
    wanted({ 'node_modules/a': { version: '1.2.3' } })
    expect(isInstalled(root)).toBe(false)
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(isInstalled(root)).toBe(false)
  })
})
