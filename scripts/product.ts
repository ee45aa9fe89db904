import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './lib/ports.ts'
import { root } from './lib/tools.ts'

const START_MS = 240_000
const STOP_MS = 15_000

export type Product = { url: string; data: string; stop: () => Promise<void> }

/** On a free port and an empty data folder. Rejects with its output if it ends or is not ready within four minutes. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const data = mkdtempSync(join(tmpdir(), 'fieldbook-data-'))
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), FIELDBOOK_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const stop = async () => {
    await end(child)
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await untilReady(url, child)
    return { url, data, stop }
  } catch (error) {
    await stop()
    throw new Error(`Fieldbook did not start:\n${output}`, { cause: error })
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
    const ready = await fetch(`${url}/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await wait(250)
  }
  throw new Error(`it was not ready after ${START_MS / 1000} s`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const inTime = await Promise.race([ended.then(() => true), wait(STOP_MS, false)])
  if (inTime) return
  child.kill('SIGKILL')
  await ended
}
