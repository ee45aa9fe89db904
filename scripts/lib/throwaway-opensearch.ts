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
  /** `kill -9` of a node. */
  kill(number: number): Promise<void>
  /** Starts a killed node with its data; resolves when each shard has all its copies. */
  start(number: number): Promise<void>
  stop(): Promise<void>
}

/** The home of a JDK and the folder of OpenSearch's jars. */
export type OpenSearchFiles = { java: string; jars: string }

/** The jars are fetched once, into the folder of installed packages. A string says what is missing. */
export const findOpenSearch = async (): Promise<OpenSearchFiles | string> => {
  const hasMaven = (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, 'mvn')))
  const java = javaHomes().find((home) => versionOf(home) >= 21)
  if (!hasMaven || java === undefined) return 'OpenSearch needs Java 21 or newer and Maven.'
  const jars = await fetchJars()
  return jars === undefined ? 'Maven cannot fetch OpenSearch.' : { java, jars }
}

/** Three nodes by default, each a process with 400 MB of memory for its heap; nothing of them is left after `stop`. */
export const startThrowawayCluster = async (
  { java, jars }: OpenSearchFiles,
  { count = 3, heap = '400m' } = {},
): Promise<ThrowawayCluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-opensearch-'))
  const numbers = Array.from({ length: count }, (_, number) => number)
  const ports = await Promise.all(numbers.map(() => freePort()))
  const transportPorts = await Promise.all(numbers.map(() => freePort()))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  let log = ''
  const startNode = (number: number): ChildProcess => {
    const data = join(folder, String(number))
    mkdirSync(data, { recursive: true })
    const node = spawn(
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
        String(ports[number]),
        ...transportPorts.map(String),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], cwd: data },
    )
    node.stderr.on('data', (text: Buffer) => {
      log = `${log}${String(text)}`.slice(-4_000)
    })
    return node
  }
  const nodes = numbers.map(startNode)
  const kill = async (number: number): Promise<void> => {
    const node = nodes[number]
    if (!node || node.exitCode !== null || node.signalCode !== null) return
    node.kill('SIGKILL')
    await once(node, 'exit')
  }
  const stop = async (): Promise<void> => {
    for (const signal of endings) process.off(signal, stopAndEnd)
    await Promise.all(numbers.map(kill))
    rmSync(folder, { recursive: true, force: true })
  }
  const stopAndEnd = (): void => void stop().finally(() => process.exit(1))
  for (const signal of endings) process.on(signal, stopAndEnd)
  try {
    await untilGreen(urls, nodes)
  } catch (error) {
    await stop()
    throw new Error(`The nodes do not start.\n${log}`, { cause: error })
  }
  return {
    urls: urls.join(','),
    kill,
    start: async (number) => {
      nodes[number] = startNode(number)
      await untilGreen(urls, nodes)
    },
    stop,
  }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A quick start matters more than speed. */
const javaSettings = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '--enable-native-access=ALL-UNNAMED',
  '--add-modules=jdk.incubator.vector',
]

const fetchJars = async (): Promise<string | undefined> => {
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
  return undefined
}

const untilGreen = async (
  urls: readonly string[],
  nodes: readonly ChildProcess[],
): Promise<void> => {
  const health = `_cluster/health?wait_for_nodes=${nodes.length}&wait_for_status=green&timeout=5s`
  const deadline = Date.now() + 180_000
  for (;;) {
    const isGreen = await fetch(`${urls[0] ?? ''}/${health}`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isGreen) return
    if (Date.now() > deadline || nodes.some((node) => node.exitCode !== null))
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
