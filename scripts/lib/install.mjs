import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether what is installed is what package-lock.json asks for; npm writes its own record last, so a broken-off install is none.
 * @param {string} root
 */
export const isInstalled = (root) => {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === undefined || present === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true
    const found = present[path]
    // Packages of other platforms are never there.
    if (found === undefined) return entry.optional === true || entry.devOptional === true
    return found.version === entry.version
  })
}

/**
 * Installs exactly what package-lock.json says, without running anybody's scripts, in one line of progress. Throws with npm's own last words.
 * @param {string} root
 * @param {(text: string) => void} say
 */
export const install = async (root, say) => {
  const began = Date.now()
  say('Installing packages, about a minute the first time ... ')
  // NODE_ENV=production or a user's npmrc would leave out what builds the app and the Node that runs it.
  const { code, output } = await npm(root, [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
  ])
  if (code !== 0) {
    say('failed\n')
    throw new Error(
      `Installing the packages failed. npm said:\n${output.trim().split('\n').slice(-12).join('\n')}`,
    )
  }
  say(`${Math.round((Date.now() - began) / 1000)} s\n`)
}

/** @type {(root: string, args: string[]) => Promise<{ code: number, output: string }>} */
const npm = (root, args) =>
  new Promise((resolve) => {
    // Under `npm start` npm names its own program; a plain `node scripts/start.mjs` looks for it in PATH.
    const program = process.env.npm_execpath
    const child =
      program?.endsWith('npm-cli.js') === true
        ? spawn(process.execPath, [program, ...args], { cwd: root })
        : spawn('npm', args, { cwd: root, shell: process.platform === 'win32' })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })

/** @type {(file: string) => Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined} */
const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
