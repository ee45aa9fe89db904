import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { connectorKinds } from '../../server/connectors/registry.ts'
import { readSecretFiles, secretSettings } from '../../server/platform/process/secret-files.ts'

// No container engine was there to try them: these tests read them as text.

const rootOf = (path: string): URL => new URL(`../../${path}`, import.meta.url)
const textOf = (path: string): string => readFileSync(rootOf(path), 'utf8')

const prefixes = connectorKinds.map(({ settings }) => settings)
const secretNames = secretSettings(prefixes)
const readme = textOf('README.md')
/** The README's table and `env.ts` list the same; NODE_ENV is Node's own, and PGPASSWORD and PGPORT belong to PGHOST. */
const known = new Set([
  ...[...readme.matchAll(/^\| (`[A-Z][^|]*)/gm)].flatMap(
    ([, cell = '']) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? [],
  ),
  ...secretNames,
  ...secretNames.map((name) => `${name}_FILE`),
  'NODE_ENV',
  'PGHOST',
  'PGDATABASE',
  'PGUSER',
])
const unknownOf = (names: readonly string[]): string[] => names.filter((name) => !known.has(name))

describe('the Dockerfile', () => {
  const file = textOf('deploy/Dockerfile')
  const lines = (instruction: string): string[] =>
    [...file.matchAll(new RegExp(`^${instruction} (.*)`, 'gm'))].map(([, rest = '']) => rest)

  it('copies what exists, and starts a script that exists as a user that is not root', () => {
    const sources = lines('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1))
    expect(sources.filter((source) => !existsSync(rootOf(source)))).toEqual([])
    expect(lines('USER')).toEqual(['node'])
    expect(lines('CMD').at(-1)).toBe('["node", "scripts/start.ts"]')
    expect(existsSync(rootOf('scripts/start.ts'))).toBe(true)
  })

  it('sets known settings, and stores data in its volume', () => {
    const names = lines('ENV').flatMap((line) => line.match(/[A-Z_]+(?==)/g) ?? [])
    expect(unknownOf(names)).toEqual([])
    expect(file).toContain('FIELDBOOK_DATA=/data')
    expect(lines('VOLUME')).toEqual(['/data'])
    expect(lines('EXPOSE')).toEqual([/PORT=(\d+)/.exec(file)?.[1]])
  })

  it('builds and starts with the same NODE_ENV, because a start rebuilds the app otherwise', () => {
    const stages = file.split(/^FROM /m).slice(1)
    expect(stages.map((stage) => /^ENV NODE_ENV=(\w+)/m.exec(stage)?.[1])).toEqual([
      'production',
      'production',
    ])
  })
})

type Service = {
  build?: { context: string; dockerfile: string }
  user?: string
  read_only?: boolean
  stop_grace_period: string
  ports?: string[]
  volumes: string[]
  environment: Record<string, string>
  secrets: string[]
  healthcheck: { test: string[] }
}
type Compose = {
  services: { fieldbook: Service; database: Service }
  volumes: Record<string, null>
  secrets: Record<string, { file: string }>
}

describe('the compose file', () => {
  const compose = parse(textOf('deploy/compose.yml')) as Compose
  const { fieldbook, database } = compose.services

  it('sets known settings and reads secrets from files that it mounts', () => {
    expect(unknownOf(Object.keys(fieldbook.environment))).toEqual([])
    const set = Object.entries({ ...fieldbook.environment, ...database.environment })
    const files = set.filter(([name]) => name.endsWith('_FILE')).map(([, value]) => value)
    const mounted = Object.keys(compose.secrets).map((name) => `/run/secrets/${name}`)
    expect([...new Set(files)].toSorted()).toEqual(mounted.toSorted())
    expect(set.filter(([name]) => secretNames.includes(name))).toEqual([])
    expect(fieldbook.secrets.toSorted()).toEqual(Object.keys(compose.secrets).toSorted())
  })

  it('runs read-only and not as root, with more time to stop than a drain takes', () => {
    expect(fieldbook.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(fieldbook.read_only).toBe(true)
    const drainMs = Number(
      /const drainMs = ([\d_]+)/.exec(textOf('scripts/lib/shutdown.ts'))?.[1]?.replaceAll('_', ''),
    )
    expect(Number.parseInt(fieldbook.stop_grace_period, 10) * 1000).toBeGreaterThan(drainMs)
  })

  it('checks /ready at the port that the image listens on, and publishes no port of the database', () => {
    const port = /PORT=(\d+)/.exec(textOf('deploy/Dockerfile'))?.[1]
    expect(fieldbook.healthcheck.test.join(' ')).toContain(`http://127.0.0.1:${port}/ready`)
    expect(fieldbook.ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect(database.ports).toBeUndefined()
    expect(database.healthcheck.test).toContain('pg_isready')
  })

  it('has the volumes that its services name, and builds from a Dockerfile that exists', () => {
    const named = [fieldbook, database].flatMap(({ volumes }) =>
      volumes.map((each) => each.split(':')[0]),
    )
    expect(named).toEqual(Object.keys(compose.volumes))
    expect(fieldbook.volumes).toEqual(['data:/data'])
    expect(existsSync(rootOf(fieldbook.build?.dockerfile ?? ''))).toBe(true)
  })
})

describe('the Kubernetes example', () => {
  const [deployment, service] = parseAllDocuments(textOf('deploy/kubernetes.yml')).map((each) =>
    each.toJS(),
  )
  const pod = deployment.spec.template.spec
  const [container] = pod.containers

  it('sets known settings, secrets only by files, and mounts every volume', () => {
    const names: string[] = container.env.map(({ name }: { name: string }) => name)
    expect(unknownOf(names)).toEqual([])
    expect(names.filter((name) => secretNames.includes(name))).toEqual([])
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name)
    expect(pod.volumes.map(({ name }: { name: string }) => name)).toEqual(mounted)
  })

  it('probes addresses that exist, at the port of the service, and is not root', () => {
    expect(container.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'http' })
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health', port: 'http' })
    for (const path of ['/ready', '/health'])
      expect(textOf('server/routes/health.ts')).toContain(`server.get('${path}'`)
    expect(service.spec.selector).toEqual(deployment.spec.selector.matchLabels)
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name)
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
  })
})

describe('the systemd unit and the proxies', () => {
  it('start the script of the image, as no root, with more time to stop than a drain takes', () => {
    const unit = textOf('deploy/fieldbook.service')
    expect(unit).toMatch(/^ExecStart=.* node scripts\/start\.ts$/m)
    expect(unit).toMatch(/^(?:DynamicUser=yes|User=(?!root))/m)
    expect(unit).toMatch(/^TimeoutStopSec=30$/m)
    const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(
      ([, line = '']) => line.match(/[A-Z_]+(?==)/g) ?? [],
    )
    expect(unknownOf(names)).toEqual([])
    expect(unit).toContain('FIELDBOOK_DATA=/var/lib/fieldbook')
  })

  it.each(['nginx.conf', 'Caddyfile', 'haproxy.cfg'])(
    '%s serves neither /metrics nor commands',
    (name) => {
      const file = textOf(`deploy/${name}`)
      expect(file).toContain('/metrics')
      expect(file).toContain('/_control/')
      expect(file).toMatch(/:3000/)
    },
  )

  it('let parts of uploads through, whose limit is 4 MB', () => {
    expect(textOf('deploy/nginx.conf')).toContain('client_max_body_size 5m')
    expect(textOf('deploy/nginx.conf')).toContain('$proxy_add_x_forwarded_for')
  })
})

describe('a setting in a file', () => {
  const read = (variables: Record<string, string>) =>
    readSecretFiles(variables, prefixes, (path) => {
      if (path !== '/run/secrets/key') throw new Error('ENOENT')
      return 'the secret\n'
    })

  it('replaces the setting, without the newline at its end', () => {
    const { variables, problems } = read({ PORT: '1', CRM_TOKEN_SECRET_FILE: '/run/secrets/key' })
    expect(problems).toEqual([])
    expect(variables).toMatchObject({ PORT: '1', CRM_TOKEN_SECRET: 'the secret' })
  })

  it('is refused if this user can’t read it, or if the setting is set as well', () => {
    expect(read({ PGPASSWORD_FILE: '/elsewhere' }).problems).toEqual([
      'PGPASSWORD_FILE names /elsewhere, which this user can’t read.',
    ])
    expect(read({ SMTP_URL: 'smtp://a', SMTP_URL_FILE: '/run/secrets/key' }).problems).toEqual([
      'SMTP_URL and SMTP_URL_FILE are both set: keep one of them.',
    ])
  })

  it('is not read for variables of other programs', () => {
    expect(read({ SSL_CERT_FILE: '/elsewhere', BASE_MAP_FILE: '/map' }).problems).toEqual([])
  })
})
