import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Installs missing packages; of two commands that start at once, one installs and the other waits. Throws with the
 * end of npm's output.
 * @param {string} root
 * @param {(text: string) => void} say
 */
export const ensureInstalled = async (root, say) => {
  if (isInstalled(root)) return
  const done = await takeTurn(root, say)
  try {
    if (!isInstalled(root)) await install(root, say)
  } finally {
    done()
  }
}

/**
 * Whether the installed packages match package-lock.json; npm writes its own record last, so an interrupted install
 * does not match.
 * @param {string} root
 */
export const isInstalled = (root) => {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === undefined || present === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true
    const found = present[path]
    // Packages of other platforms are absent.
    if (found === undefined) return entry.optional === true || entry.devOptional === true
    return found.version === entry.version
  })
}

/**
 * Installs exactly package-lock.json without any scripts, with one line of progress.
 * @param {string} root
 * @param {(text: string) => void} say
 */
const install = async (root, say) => {
  const began = Date.now()
  say('Installing packages, about a minute the first time ... ')
  // NODE_ENV=production or a user's npmrc would omit what builds the app and the Node that runs it.
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
    throw new Error(`Couldn’t install the packages. npm said:\n${complaint(output)}`)
  }
  say(`${Math.round((Date.now() - began) / 1000)} s\n`)
}

/**
 * The cause comes first in npm's errors; usage and log paths follow.
 * @type {(output: string) => string}
 */
const complaint = (output) => {
  const lines = output.trim().split('\n')
  const errors = lines.filter((line) => /^npm (error|ERR!) \S/.test(line)).slice(0, 8)
  return (errors.length > 0 ? errors : lines.slice(-8)).join('\n')
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
    // Otherwise npm would go on changing node_modules under the next command.
    const end = () => child.kill()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, end)
      resolve({ code: code ?? 1, output })
    })
  })

/** @type {(root: string, say: (text: string) => void) => Promise<() => void>} */
const takeTurn = async (root, say) => {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `fieldbook-install-${name}`)
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch {
      const running = isRunning(Number(readOr(file, '0')))
      if (running && tries === 0) say('Waiting for another command to install the packages\n')
      // Not on the first attempt, when the owner may not have written its process id yet.
      if (!running && tries > 0) rmSync(file, { force: true })
      await wait(500)
    }
  }
}

/** @type {(pid: number) => boolean} */
const isRunning = (pid) => {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** @type {(file: string, otherwise: string) => string} */
const readOr = (file, otherwise) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

/** @type {(file: string) => Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined} */
const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
