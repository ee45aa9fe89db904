import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './ports.ts'
import { root, run } from './tools.ts'

export type ThrowawayCluster = {
  /** As SEARCH_URL. */
  urls: string
  nodes: { url: string; process: ChildProcess }[]
  stop(): Promise<void>
}

/** The home of a JDK of 21 or newer, which OpenSearch needs; undefined unless Maven is there as well. */
export const findJava = (): string | undefined => {
  const hasMaven = (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, 'mvn')))
  return hasMaven ? javaHomes().find((home) => versionOf(home) >= 21) : undefined
}

export const needsJava = 'OpenSearch needs Java 21 or newer and Maven.'

/** Three nodes by default, each a process with 400 MB of memory for its heap; nothing of them is left after `stop`. */
export const startThrowawayCluster = async (
  java: string,
  { count = 3, heap = '400m' } = {},
): Promise<ThrowawayCluster> => {
  const jars = await fetchJars()
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-opensearch-'))
  const numbers = Array.from({ length: count }, (_, number) => number)
  const ports = await Promise.all(numbers.map(() => freePort()))
  const transportPorts = await Promise.all(numbers.map(() => freePort()))
  const nodes = numbers.map((number) => {
    const data = join(folder, String(number))
    mkdirSync(data)
    const port = String(ports[number])
    const process = spawn(
      join(java, 'bin', 'java'),
      [
        `-Xms${heap}`,
        `-Xmx${heap}`,
        ...javaSettings,
        '-cp',
        join(jars, '*'),
        join(root, 'scripts', 'opensearch', 'Node.java'),
        String(number),
        data,
        port,
        ...transportPorts.map(String),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], cwd: data },
    )
    return { url: `http://127.0.0.1:${port}`, process }
  })
  let log = ''
  for (const node of nodes) node.process.stderr?.on('data', (text: Buffer) => (log += String(text)))
  const stop = async (): Promise<void> => {
    for (const signal of endings) process.off(signal, stopAndEnd)
    await Promise.all(
      nodes.map(async (node) => {
        if (node.process.exitCode !== null || node.process.signalCode !== null) return
        node.process.kill('SIGKILL')
        await once(node.process, 'exit')
      }),
    )
    rmSync(folder, { recursive: true, force: true })
  }
  const stopAndEnd = (): void => void stop().finally(() => process.exit(1))
  for (const signal of endings) process.on(signal, stopAndEnd)
  try {
    await untilGreen(nodes, count)
  } catch (error) {
    await stop()
    throw new Error(`The nodes do not start.\n${log.slice(-4_000)}`, { cause: error })
  }
  return { urls: nodes.map(({ url }) => url).join(','), nodes, stop }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A quick start matters more than speed. */
const javaSettings = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '--enable-native-access=ALL-UNNAMED',
  '--add-modules=jdk.incubator.vector',
]

/** Into the folder of installed packages, once. */
const fetchJars = async (): Promise<string> => {
  const pom = join(root, 'scripts', 'opensearch', 'pom.xml')
  const version = /runner<\/artifactId>\s*<version>([\d.]+)/.exec(readFileSync(pom, 'utf8'))?.[1]
  const folder = join(root, 'node_modules', '.cache', `opensearch-${version ?? ''}`)
  if (existsSync(folder)) return folder
  const fetched = await run('mvn', [
    '-q',
    '-B',
    '-f',
    pom,
    'dependency:copy-dependencies',
    `-DoutputDirectory=${folder}`,
    '-DincludeScope=runtime',
  ])
  if (fetched.code === 0) return folder
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`Maven cannot fetch OpenSearch.\n${fetched.output}`)
}

const untilGreen = async (nodes: ThrowawayCluster['nodes'], count: number): Promise<void> => {
  const health = `_cluster/health?wait_for_nodes=${count}&wait_for_status=green&timeout=5s`
  const deadline = Date.now() + 180_000
  for (;;) {
    const [first] = nodes
    const isGreen = await fetch(`${first?.url ?? ''}/${health}`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isGreen) return
    if (Date.now() > deadline || nodes.some((node) => node.process.exitCode !== null))
      throw new Error('not green')
    await wait(200)
  }
}

const javaHomes = (): string[] => {
  const foldersIn = (path: string, inside: string): string[] =>
    existsSync(path) ? readdirSync(path).map((name) => join(path, name, inside)) : []
  return [
    process.env['JAVA_HOME'] ?? '',
    ...foldersIn('/usr/lib/jvm', ''),
    ...foldersIn('/Library/Java/JavaVirtualMachines', 'Contents/Home'),
  ]
}

const versionOf = (home: string): number => {
  const file = join(home, 'release')
  if (home === '' || !existsSync(file) || !existsSync(join(home, 'bin', 'java'))) return 0
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
}
