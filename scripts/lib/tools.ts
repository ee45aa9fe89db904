import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const tools = join(root, 'node_modules', '.bin')

export type Run = { code: number; output: string }

/**
 * Runs a program with the installed tools first in PATH and this Node after them. A missing program ends with code 127; one that
 * exceeds `timeoutMs` is killed.
 */
export const run = (
  program: string,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; show?: boolean; timeoutMs?: number } = {},
): Promise<Run> =>
  new Promise((resolve) => {
    const path = [tools, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      timeout: options.timeoutMs,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (options.show === true) process.stdout.write(chunk)
      })
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
