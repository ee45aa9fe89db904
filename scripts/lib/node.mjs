import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

// Plain JavaScript that Node 20 runs without any packages: it finds a Node for the rest.

/**
 * The message for a Node that cannot install the packages; undefined for others.
 * @param {string} version
 */
export const tooOldToStart = (version) =>
  major(version) < 20
    ? `Fieldbook needs Node 20 or newer, and this is ${version}. Install Node 24 from nodejs.org and try again.`
    : undefined

/**
 * Whether a Node runs TypeScript files directly (22.18, 23.6 and later).
 * @param {string} version
 */
export const runsTypeScript = (version) => {
  const [first = 0, second = 0] = numbers(version)
  return first >= 24 || (first === 23 && second >= 6) || (first === 22 && second >= 18)
}

/**
 * The Node for TypeScript: the running one, else the one in the packages.
 * @param {string} root
 * @param {{ version: string, execPath: string, platform: string, arch: string }} running
 * @returns {{ path: string } | { problem: string }}
 */
export const findNode = (root, running = process) => {
  if (runsTypeScript(running.version)) return { path: running.execPath }
  const folder = join(root, 'node_modules', packageName(running.platform, running.arch), 'bin')
  const path = join(folder, running.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(path) && spawnSync(path, ['--version']).status === 0) return { path }
  return {
    problem: `Fieldbook runs on Node 22.18 or newer, this is ${running.version}, and for ${running.platform} on ${running.arch} none comes with the packages: install Node 24 (nodejs.org, or brew install node@24) and run the command again.`,
  }
}

/** @type {(platform: string, arch: string) => string} */
const packageName = (platform, arch) => `node-${platform === 'win32' ? 'win' : platform}-${arch}`
/** @type {(version: string) => number[]} */
const numbers = (version) => version.replace(/^v/, '').split('.').map(Number)
/** @type {(version: string) => number} */
const major = (version) => numbers(version)[0] ?? 0
