import type { CrmDefinition } from '../core/world.ts'
import { activityRoutes } from './activities.ts'
import { associationRoutes } from './associations.ts'
import { openGate } from './gate.ts'
import { setLeftToday, throttled } from './limits.ts'
import { mergeRecords } from './merges.ts'
import { propertyRoutes } from './properties.ts'
import { readRoutes } from './reads.ts'
import { errorBody } from './refusals.ts'
import { searchRoutes } from './search.ts'
import { seedAccount } from './seed.ts'
import { signInRoutes } from './sign-in.ts'
import { teamRoutes, users } from './team.ts'
import { writeRoutes } from './writes.ts'

export const definition = (): CrmDefinition => ({
  name: 'HubSpot',
  prefix: 'HUBSPOT',
  oauth: {
    accessMs: 30 * 60_000,
    codeMs: 10 * 60_000,
    rotation: 'same',
    pkce: 'optional',
    newToken: (kind, random) => (kind === 'access' ? `CL${random}` : `na1-${random}`),
  },
  searchLagMs: 10_000,
  users,
  newId: (_object, number) => String(17_100_000_000 + number),
  origins: (url) => ({ app: url, api: url }),
  seed: seedAccount,
  routes: (app, world) => {
    const on = openGate(app, world)
    signInRoutes(app, world)
    teamRoutes(on, world)
    propertyRoutes(on, world)
    readRoutes(on, world)
    writeRoutes(on, world)
    searchRoutes(on, world)
    associationRoutes(on, world)
    activityRoutes(on, world)
  },
  refusals: {
    token: (problem) => ({
      status: 401,
      body:
        problem === 'expired'
          ? errorBody(
              'EXPIRED_AUTHENTICATION',
              'The OAuth token used to make this call expired 5 second(s) ago.',
            )
          : errorBody(
              'INVALID_AUTHENTICATION',
              'Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview',
            ),
    }),
    throttled,
    unavailable: (status) => ({ status, body: errorBody('INTERNAL', 'internal error') }),
    notEmulated: (what) => ({
      status: 501,
      body: errorBody('NOT_EMULATED', `Not emulated: ${what}`),
    }),
  },
  keysOf: ({ object, values }) => [
    ...keys('own', values['fieldbook_id']),
    ...(object === 'companies' ? keys('domain', values['domain']) : keys('email', values['email'])),
  ],
  onFault: (world, fault) => {
    if (fault.kind === 'budget') setLeftToday(world, fault.left)
  },
  onMerge: mergeRecords,
})

const keys = (kind: string, value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [
        `${kind}:${value
          .toLowerCase()
          .replace(/^https?:\/\//, '')
          .replace(/^www\./, '')
          .replace(/\/.*$/, '')}`,
      ]
    : []
