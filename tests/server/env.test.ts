import { describe, expect, it } from 'vitest'
import { readEnv, type Env } from '../../server/platform/env.ts'

const envOf = (variables: Record<string, string>): Env => {
  const read = readEnv(variables)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.env
}

const problemsOf = (variables: Record<string, string>): string[] => {
  const read = readEnv(variables)
  return 'problems' in read ? read.problems : []
}

const publishable = (kind: 'test' | 'live'): string =>
  `pk_${kind}_${Buffer.from('clerk.fieldbook.example$').toString('base64')}`
const keys = { CLERK_PUBLISHABLE_KEY: publishable('test'), CLERK_SECRET_KEY: 'sk_test_a' }

describe('the environment', () => {
  it('needs nothing: an empty one is a demo on this machine only, with the embedded database and no Clerk account', () => {
    expect(envOf({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataFolder: './data',
      databaseUrl: undefined,
      demo: true,
      worker: true,
      clerk: undefined,
      logLevel: undefined,
      minFreeBytes: 200_000_000,
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(envOf({ PORT: '', DATABASE_URL: ' ', CLERK_SECRET_KEY: '' })).toEqual(envOf({}))
  })

  it('composes the address of a PostgreSQL server from the PG variables when all are there', () => {
    const parts = { PGHOST: 'db.example', PGDATABASE: 'field book', PGUSER: 'app' }
    expect(envOf({ ...parts, PGPASSWORD: 'a@b', PGPORT: '6432' }).databaseUrl).toBe(
      'postgres://app:a%40b@db.example:6432/field%20book',
    )
    expect(envOf({ ...parts, PGHOST: '/run/pg' }).databaseUrl).toBe(
      'postgres://app@localhost:5432/field%20book?host=%2Frun%2Fpg',
    )
    expect(envOf({ ...parts, DATABASE_URL: 'postgres://x.example/y' }).databaseUrl).toBe(
      'postgres://x.example/y',
    )
  })

  it('keeps only scheme and host of the public origin', () => {
    expect(envOf({ PUBLIC_ORIGIN: 'https://fieldbook.example/' }).publicOrigin).toBe(
      'https://fieldbook.example',
    )
  })

  it('takes a secret for CRM tokens that is long enough, else leaves the key to the data folder', () => {
    expect(envOf({}).crmTokenKey).toBeUndefined()
    const secret = 'a'.repeat(32)
    expect(envOf({ CRM_TOKEN_SECRET: secret }).crmTokenKey).toEqual(
      new TextEncoder().encode(secret),
    )
    expect(problemsOf({ CRM_TOKEN_SECRET: 'short' })).toEqual([
      'CRM_TOKEN_SECRET must have 32 characters or more.',
    ])
  })

  it('takes several secrets for webhooks while one replaces the other, or none', () => {
    expect(envOf({}).clerkWebhookSecrets).toEqual([])
    const secrets = { CLERK_WEBHOOK_SECRET: ' whsec_aaaa , whsec_b+b/bb==,' }
    expect(envOf(secrets).clerkWebhookSecrets).toEqual(['whsec_aaaa', 'whsec_b+b/bb=='])
    expect(problemsOf({ CLERK_WEBHOOK_SECRET: 'whsec_aaaa,sk_test_a' })[0]).toMatch(
      /^CLERK_WEBHOOK_SECRET must be/,
    )
  })

  it('reads the address of Clerk from the publishable key', () => {
    expect(envOf(keys).clerk).toMatchObject({
      publishableKey: publishable('test'),
      secretKey: 'sk_test_a',
      frontendApi: 'https://clerk.fieldbook.example',
    })
  })

  it('leaves invented records out beside the real Clerk, unless they are asked for', () => {
    expect(envOf(keys).demo).toBe(false)
    expect(envOf({ ...keys, FIELDBOOK_DEMO: 'on' }).demo).toBe(true)
    expect(envOf({ FIELDBOOK_DEMO: 'off' }).demo).toBe(false)
  })
})

describe('an environment that cannot be meant', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['a port that is no number', { PORT: 'http' }, /^PORT must be a port number/],
    ['a port beyond the last', { PORT: '65536' }, /^PORT must be a port number/],
    [
      'a switch that is neither on nor off',
      { FIELDBOOK_DEMO: 'yes' },
      /^FIELDBOOK_DEMO must be on or off/,
    ],
    [
      'a database address without scheme',
      { DATABASE_URL: 'db.example/x' },
      /^DATABASE_URL must look/,
    ],
    [
      'another kind of database',
      { DATABASE_URL: 'mysql://db.example/x' },
      /^DATABASE_URL must look/,
    ],
    [
      'a database server without database',
      { DATABASE_URL: 'postgres://db.example' },
      /^DATABASE_URL must look/,
    ],
    [
      'a publishable key alone',
      { CLERK_PUBLISHABLE_KEY: publishable('test') },
      /CLERK_SECRET_KEY is not/,
    ],
    ['a secret key alone', { CLERK_SECRET_KEY: 'sk_test_a' }, /CLERK_PUBLISHABLE_KEY is not/],
    [
      'the keys of two instances',
      { ...keys, CLERK_PUBLISHABLE_KEY: publishable('live') },
      /different Clerk instances/,
    ],
    [
      "the two keys in each other's place",
      { ...keys, CLERK_PUBLISHABLE_KEY: 'sk_test_a' },
      /^CLERK_PUBLISHABLE_KEY must be copied whole/,
    ],
    [
      'half of a publishable key',
      { ...keys, CLERK_PUBLISHABLE_KEY: publishable('test').slice(0, 20) },
      /^CLERK_PUBLISHABLE_KEY must be copied whole/,
    ],
    [
      'an issuer without keys',
      { CLERK_ISSUER: 'https://clerk.example' },
      /^CLERK_ISSUER is set and the Clerk keys are not/,
    ],
    [
      "half of PostgreSQL's variables",
      { PGHOST: 'db.example' },
      /^PGHOST is set and PGDATABASE and PGUSER are not/,
    ],
    [
      'a lone password',
      { PGPASSWORD: 'x' },
      /^PGPASSWORD is set and PGHOST and PGDATABASE and PGUSER are not/,
    ],
    [
      'an origin with a path',
      { PUBLIC_ORIGIN: 'https://fieldbook.example/app' },
      /^PUBLIC_ORIGIN must be scheme and host/,
    ],
    ['a log level that does not exist', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    ['a host with a space', { HOST: 'my host' }, /^HOST must be/],
  ])('is refused in one sentence: %s', (_what, variables, sentence) => {
    const problems = problemsOf(variables)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(sentence)
    expect(problems[0]).toMatch(/\.$/)
  })

  it('names every problem at once and never repeats a secret', () => {
    const problems = problemsOf({ PORT: 'x', CLERK_SECRET_KEY: 'hush' })
    expect(problems.length).toBeGreaterThan(1)
    expect(problems.join(' ')).not.toContain('hush')
  })
})
