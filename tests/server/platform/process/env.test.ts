import { describe, expect, it } from 'vitest'
import { readEnv, type Env } from '../../../../server/platform/process/env.ts'
import { publicKeyOf } from '../../../../server/platform/vendors/push-keys.ts'

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
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_aaaa',
}

describe('the environment', () => {
  it('needs nothing: by default a local demo with the embedded database and no Clerk account', () => {
    expect(envOf({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataFolder: './data',
      databaseUrl: undefined,
      process: { searchNodes: undefined },
      demo: true,
      worker: true,
      clerk: undefined,
      logLevel: undefined,
      minFreeBytes: 200_000_000,
    })
  })

  it('reads trusted proxies as addresses and ranges, none by name, or unset', () => {
    expect(envOf({}).trustedProxies).toBeUndefined()
    expect(envOf({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
    expect(envOf({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
    ])
    expect(problemsOf({ TRUSTED_PROXIES: 'proxy.example' })).toEqual([
      'TRUSTED_PROXIES must be addresses or ranges with commas between, for example 10.0.0.0/8, or none.',
    ])
  })

  it('names the map of the operator, or none', () => {
    expect(envOf({}).baseMapFile).toBeUndefined()
    expect(envOf({ BASE_MAP_FILE: 'maps/au.pmtiles' }).baseMapFile).toBe('maps/au.pmtiles')
  })

  it('reads the connections of a process, 16 unless set', () => {
    expect(envOf({}).process.pool).toBe(16)
    expect(envOf({ DATABASE_POOL: '6' }).process.pool).toBe(6)
    for (const DATABASE_POOL of ['1', 'many', '-3', '1000'])
      expect(problemsOf({ DATABASE_POOL })).toEqual([
        'DATABASE_POOL must be a number of connections from 2 to 999.',
      ])
  })

  it('reads the roles of a process, all unless set', () => {
    const DATABASE_URL = 'postgres://u:p@h:5432/d'
    expect(envOf({}).process.roles).toEqual(['web', 'jobs', 'leader'])
    expect(envOf({ DATABASE_URL, FIELDBOOK_ROLES: 'leader, jobs' }).process.roles).toEqual([
      'jobs',
      'leader',
    ])
    expect(problemsOf({ DATABASE_URL, FIELDBOOK_ROLES: 'web,indexer' })).toEqual([
      'FIELDBOOK_ROLES must be web, jobs or leader, or several with commas between.',
    ])
    expect(problemsOf({ FIELDBOOK_ROLES: 'web' })).toEqual([
      'FIELDBOOK_ROLES needs DATABASE_URL: the embedded database has one process.',
    ])
  })

  it('treats an empty variable as unset', () => {
    expect(envOf({ PORT: '', DATABASE_URL: ' ', CLERK_SECRET_KEY: '' })).toEqual(envOf({}))
  })

  it('composes the PostgreSQL address from complete PG variables', () => {
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

  it('reduces the public origin to scheme and host', () => {
    expect(envOf({ PUBLIC_ORIGIN: 'https://fieldbook.example/' }).publicOrigin).toBe(
      'https://fieldbook.example',
    )
  })

  it('accepts a CRM token secret that is long enough, otherwise uses the data folder’s key', () => {
    expect(envOf({}).crmTokenKey).toBeUndefined()
    const secret = 'a'.repeat(32)
    expect(envOf({ CRM_TOKEN_SECRET: secret }).crmTokenKey).toEqual(
      new TextEncoder().encode(secret),
    )
    expect(problemsOf({ CRM_TOKEN_SECRET: 'short' })).toEqual([
      'CRM_TOKEN_SECRET must have 32 characters or more.',
    ])
  })

  it('accepts several webhook secrets during a rotation, or none', () => {
    expect(envOf({}).clerkWebhookSecrets).toEqual([])
    const secrets = { CLERK_WEBHOOK_SECRET: ' whsec_aaaa , whsec_b+b/bb==,' }
    expect(envOf(secrets).clerkWebhookSecrets).toEqual(['whsec_aaaa', 'whsec_b+b/bb=='])
    expect(problemsOf({ CLERK_WEBHOOK_SECRET: 'whsec_aaaa,sk_test_a' })[0]).toMatch(
      /^CLERK_WEBHOOK_SECRET must be/,
    )
  })

  it('reads Clerk’s address from the publishable key', () => {
    expect(envOf(keys).clerk).toMatchObject({
      publishableKey: publishable('test'),
      secretKey: 'sk_test_a',
      frontendApi: 'https://clerk.fieldbook.example',
    })
  })

  it('has card payment with all three settings of Stripe, and none without any', () => {
    expect(envOf({}).stripe).toBeUndefined()
    expect(envOf(stripe).stripe).toEqual({
      secretKey: 'sk_test_a',
      publishableKey: 'pk_test_a',
      webhookSecrets: ['whsec_aaaa'],
      tax: 'rates',
    })
  })

  it.each(Object.keys(stripe))('is refused with two of Stripe’s settings and no %s', (missing) => {
    expect(problemsOf({ ...stripe, [missing]: '' })).toEqual([
      `${missing} is not set: set all of ${Object.keys(stripe).join(', ')} for card payment, or none of them.`,
    ])
  })

  it('leaves out the demo market with the real Clerk by default', () => {
    expect(envOf(keys).demo).toBe(false)
    expect(envOf({ ...keys, FIELDBOOK_DEMO: 'on' }).demo).toBe(true)
    expect(envOf({ FIELDBOOK_DEMO: 'off' }).demo).toBe(false)
  })
})

describe('an invalid environment', () => {
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
      'a search node without scheme',
      { SEARCH_URL: 'http://127.0.0.1:9200,127.0.0.1:9201' },
      /^SEARCH_URL must be the web address of a node/,
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

  it('names every problem at once and never shows a secret', () => {
    const problems = problemsOf({ PORT: 'x', CLERK_SECRET_KEY: 'hush' })
    expect(problems.length).toBeGreaterThan(1)
    expect(problems.join(' ')).not.toContain('hush')
  })

  it('needs all variables of object storage, or none', () => {
    const whole = {
      FILES_S3_ENDPOINT: 'https://s3.example',
      FILES_S3_BUCKET: 'fieldbook-files',
      FILES_S3_ACCESS_KEY_ID: 'id',
      FILES_S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(envOf({}).files).toBeUndefined()
    expect(envOf({ ...whole, FILES_S3_REGION: 'ap-southeast-2' }).files).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'fieldbook-files',
      region: 'ap-southeast-2',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    const { FILES_S3_BUCKET: _, ...half } = whole
    expect(problemsOf(half)).toEqual([
      'FILES_S3_BUCKET is not set: set all of FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_ACCESS_KEY_ID, FILES_S3_SECRET_ACCESS_KEY for object storage, or none of them for the data folder.',
    ])
  })

  it('needs a valid pair of push keys and a real contact address', () => {
    const pair = {
      VAPID_PUBLIC_KEY: publicKeyOf(new Uint8Array(32).fill(9)) ?? '',
      VAPID_PRIVATE_KEY: Buffer.alloc(32, 9).toString('base64url'),
    }
    expect(envOf({}).push).toEqual({
      privateKey: undefined,
      subject: 'mailto:alerts@fieldbook.example',
      emulator: undefined,
    })
    expect(envOf({ PUBLIC_ORIGIN: 'https://fieldbook.example' }).push.subject).toBe(
      'https://fieldbook.example',
    )
    expect(envOf({ ...pair, VAPID_SUBJECT: 'mailto:ops@fieldbook.example' }).push).toMatchObject({
      privateKey: new Uint8Array(32).fill(9),
      subject: 'mailto:ops@fieldbook.example',
    })
    expect(problemsOf({ VAPID_PUBLIC_KEY: pair.VAPID_PUBLIC_KEY })).toEqual([
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together: set both or neither.',
    ])
    expect(problemsOf({ ...pair, VAPID_PUBLIC_KEY: 'BAAA' })).toEqual([
      'VAPID_PUBLIC_KEY is not the key that belongs to VAPID_PRIVATE_KEY.',
    ])
    expect(problemsOf({ ...pair, VAPID_PRIVATE_KEY: 'short' })).toHaveLength(1)
    expect(problemsOf({ VAPID_SUBJECT: 'ops@fieldbook.example' })).toHaveLength(1)
  })

  it('accepts a local push service for tests, and never in production', () => {
    const PUSH_EMULATOR = 'http://127.0.0.1:4100'
    expect(envOf({ PUSH_EMULATOR }).push.emulator).toBe(PUSH_EMULATOR)
    expect(problemsOf({ PUSH_EMULATOR: 'https://push.example' })).toHaveLength(1)
    expect(problemsOf({ PUSH_EMULATOR, NODE_ENV: 'production' })).toEqual([
      'PUSH_EMULATOR is for tests and is refused with NODE_ENV=production.',
    ])
  })

  it('needs a mail server and a sender together, both valid', () => {
    const both = {
      SMTP_URL: 'smtp://me:secret@mail.example:587',
      MAIL_FROM: 'Fieldbook <alerts@fieldbook.example>',
    }
    expect(envOf({}).mail).toBeUndefined()
    expect(envOf(both).mail).toEqual({ url: both.SMTP_URL, from: both.MAIL_FROM })
    expect(envOf({ ...both, MAIL_FROM: 'alerts@fieldbook.example' }).mail?.from).toBe(
      'alerts@fieldbook.example',
    )
    for (const half of [{ SMTP_URL: both.SMTP_URL }, { MAIL_FROM: both.MAIL_FROM }])
      expect(problemsOf(half)).toEqual([
        'SMTP_URL and MAIL_FROM go together: set both for email, or neither.',
      ])
    expect(problemsOf({ ...both, SMTP_URL: 'mail.example:25' })).toHaveLength(1)
    expect(problemsOf({ ...both, SMTP_URL: 'https://mail.example' })).toHaveLength(1)
    expect(problemsOf({ ...both, MAIL_FROM: 'nobody' })).toHaveLength(1)
    expect(problemsOf({ ...both, MAIL_FROM: 'A <a@b.example>\r\nBcc: c@d.example' })).toHaveLength(
      1,
    )
  })

  it('needs the script and the token of a chat together, from HubSpot or this machine', () => {
    const both = {
      HUBSPOT_CHAT_SCRIPT: 'https://js-ap1.hs-scripts.com/1234567.js',
      HUBSPOT_CHAT_TOKEN: 'pat-ap1-1',
    }
    expect(envOf({}).chat).toBeUndefined()
    expect(envOf(both).chat).toEqual({ script: both.HUBSPOT_CHAT_SCRIPT, token: 'pat-ap1-1' })
    const local = 'http://127.0.0.1:8127/1.js'
    expect(envOf({ ...both, HUBSPOT_CHAT_SCRIPT: local }).chat?.script).toBe(local)
    expect(problemsOf({ HUBSPOT_CHAT_TOKEN: 'pat-ap1-1' })).toEqual([
      'HUBSPOT_CHAT_SCRIPT is not set: set both of HUBSPOT_CHAT_SCRIPT, HUBSPOT_CHAT_TOKEN for a chat, or neither.',
    ])
    for (const script of ['https://hs-scripts.com.example/1.js', 'http://js.hs-scripts.com/1.js'])
      expect(problemsOf({ ...both, HUBSPOT_CHAT_SCRIPT: script })).toHaveLength(1)
  })

  it('leads support to a web address or an email address only', () => {
    for (const address of ['https://help.fieldbook.example', 'mailto:help@fieldbook.example'])
      expect(envOf({ CONTACT_SUPPORT: address }).contactSupport).toBe(address)
    for (const address of ['javascript:alert(1)', 'http://help.example', 'help@fieldbook.example'])
      expect(problemsOf({ CONTACT_SUPPORT: address })).toHaveLength(1)
  })
})
