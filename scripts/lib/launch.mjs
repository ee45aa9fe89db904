import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { findNode, tooOldToStart } from './node.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs scripts/<name>.ts on any machine with Node 20 and npm: installs missing packages, then starts a Node that runs
 * TypeScript. Passes on arguments, terminal, signals and the exit code. A refusal is one sentence and exit code 1.
 * @param {string} name
 */
export const launch = async (name) => {
  const node = await prepare()
  if (node === undefined) return
  if (process.env.npm_lifecycle_event !== undefined) endWithNpm()
  const script = join(root, 'scripts', `${name}.ts`)
  if (node === process.execPath) await import(pathToFileURL(script).href)
  else handOver(node, script)
}

/** npm does not always pass on a termination, which would leave a server behind with port and data. */
const endWithNpm = () => {
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM')
  }, 1_000).unref()
}

const prepare = async () => {
  try {
    const tooOld = tooOldToStart(process.version)
    if (tooOld !== undefined) throw new Error(tooOld)
    await ensureInstalled(root, (text) => process.stderr.write(text))
    const node = findNode(root)
    if ('problem' in node) throw new Error(node.problem)
    return node.path
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
    return undefined
  }
}

/** @type {(node: string, script: string) => void} */
const handOver = (node, script) => {
  const separator = process.platform === 'win32' ? ';' : ':'
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    // The channel closes when this process is killed; the script then knows that it must stop.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${dirname(node)}${separator}${process.env.PATH ?? ''}` },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      // A Ctrl-C in the terminal reaches both processes.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  child.on('error', (error) => {
    process.stderr.write(`Could not run ${node}: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)
  })
}
