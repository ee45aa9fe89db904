import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/lib/ports.ts'

/** Processes of the product on one database, each with a data folder of its own. */
export type Servers = {
  ports: () => number[]
  /** Starts a process in this slot, which is empty or whose process has ended. */
  start(slot: number, release: string): Promise<void>
  kill(slot: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  stop(): Promise<void>
}

export const openServers = (folder: string, url: string, jwksUrl: string): Servers => {
  const running = new Map<number, { child: ChildProcess; port: number; isReady: boolean }>()
  const path = fileURLToPath(new URL('server-process.ts', import.meta.url))
  const kill: Servers['kill'] = async (slot, signal) => {
    const { child } = running.get(slot) ?? {}
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    running.delete(slot)
  }
  return {
    ports: () => [...running.values()].filter(({ isReady }) => isReady).map(({ port }) => port),
    kill,
    start: async (slot, release) => {
      const port = await freePort()
      const data = join(folder, `data-${slot}`)
      writeKeys(data)
      const child = spawn(process.execPath, ['--no-warnings', path], {
        env: {
          ...process.env,
          PORT: String(port),
          FIELDBOOK_DATA: data,
          FIELDBOOK_DEMO: 'off',
          DATABASE_URL: url,
          DIST: makeBuild(folder, release),
          JWKS: jwksUrl,
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const entry = { child, port, isReady: false }
      running.set(slot, entry)
      const ended = once(child, 'exit').then(() => {
        throw new Error(`The server of release ${release} does not start.`)
      })
      await Promise.race([once(child, 'message'), ended])
      entry.isReady = true
      ended.catch(() => undefined)
    },
    stop: async () => {
      await Promise.all([...running.keys()].map((slot) => kill(slot, 'SIGKILL')))
    },
  }
}

/** All processes of an installation have the same. */
const writeKeys = (data: string): void => {
  mkdirSync(data, { recursive: true })
  for (const [index, name] of ['crm', 'files', 'vapid', 'crm-seal'].entries())
    writeFileSync(join(data, `${name}.key`), new Uint8Array(32).fill(index + 1), { mode: 0o600 })
}

/** What a build leaves: the page, a script and the release before it. */
const makeBuild = (folder: string, release: string): string => {
  const dist = join(folder, `dist-${release}`)
  const earlier = release === 'first' ? [] : ['first']
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'assets', `${release}.js`), `'${release}'\n`)
  writeFileSync(
    join(dist, 'index.html'),
    `<!doctype html><script type="application/json" id="boot"></script><script src="/assets/${release}.js"></script>`,
  )
  writeFileSync(join(dist, 'build.json'), JSON.stringify({ id: release, earlier }))
  return dist
}
