import { dayMs } from '../../../contract/core/days.ts'
import type { CrmDefinition } from '../core/world.ts'
import { apiRoutes, setRequestsLeft } from './api.ts'
import { seedEnvironment } from './seed.ts'
import { signInRoutes } from './sign-in.ts'
import { errorBody } from './errors.ts'
import { users } from './team.ts'

export const definition = (): CrmDefinition => ({
  name: 'Dynamics 365',
  prefix: 'DYNAMICS',
  oauth: {
    accessMs: 4_021_000,
    codeMs: 600_000,
    refreshIdleMs: 90 * dayMs,
    rotation: 'keeps-old',
    pkce: 'optional',
    newToken: (kind, random) =>
      kind === 'access'
        ? `eyJ0.${random}.sig`
        : kind === 'refresh'
          ? `1.AX${random}`
          : `1.${random}`,
  },
  searchLagMs: 0,
  users,
  newId: (object, number) =>
    `${object === 'account' ? 'a' : 'c'}0c0ffee-0000-4000-9000-${number.toString(16).padStart(12, '0')}`,
  origins: (url) => ({ login: url, environment: url }),
  seed: seedEnvironment,
  routes: (app, world) => {
    signInRoutes(app, world)
    apiRoutes(app, world)
  },
  refusals: {
    // [?] The body of a 401 is not documented.
    token: () => ({
      status: 401,
      headers: { 'www-authenticate': 'Bearer authorization_uri=https://login.microsoftonline.com' },
    }),
    throttled: (limit, now) => {
      const seconds = limit === 'calls' ? 30 : 300
      return {
        status: 429,
        headers: { 'retry-after': String(seconds) },
        until: now + seconds * 1000,
        body:
          limit === 'calls'
            ? errorBody(
                '0x80072322',
                'Number of requests exceeded the limit of 6000 over time window of 300 seconds.',
              )
            : errorBody(
                '0x80072321',
                'Combined execution time of incoming requests exceeded limit of 1200000 milliseconds over time window of 300 seconds. Decrease number of concurrent requests or reduce the duration of requests and try again later.',
              ),
      }
    },
    unavailable: (status) => ({
      status,
      body: errorBody('0x80040216', 'An unexpected error occurred.'),
    }),
    notEmulated: (what) => ({ status: 501, body: errorBody('', `Not emulated: ${what}`) }),
  },
  keysOf: ({ object, values }) =>
    object === 'account'
      ? keys('domain', bare(values['websiteurl']))
      : keys('email', values['emailaddress1']),
  onFault: (world, fault) => {
    if (fault.kind === 'budget') setRequestsLeft(world, fault.left)
    if (fault.kind === 'move') throw new Error('The emulator of Dynamics 365 has one address.')
  },
  // An access token is good until it expires.
  onRevoke: ({ state }) => {
    for (const grant of Object.values(state.grants)) grant.isRevoked = true
  },
})

const bare = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/^www\./, '')
        .replace(/\/.*$/s, '')
    : undefined

const keys = (kind: string, value: unknown): readonly string[] =>
  typeof value === 'string' ? [`${kind}:${value.toLowerCase()}`] : []
