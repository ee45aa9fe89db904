import type { CrmDefinition } from '../core/world.ts'
import { activityRoutes } from './activities.ts'
import { endOfMinute, openGate } from './gate.ts'
import { recordRoutes } from './records.ts'
import { seedTeam } from './seed.ts'
import { signInRoutes } from './sign-in.ts'
import { teamRoutes } from './team.ts'

export const definition = (): CrmDefinition => ({
  name: 'Salesloft',
  prefix: 'SALESLOFT',
  oauth: {
    accessMs: 7_200_000,
    codeMs: 600_000,
    rotation: 'kills-old',
    pkce: 'none',
    newToken: (kind, random) => (kind === 'access' ? `v2_ak_${random}` : random),
  },
  searchLagMs: 0,
  users: [
    user('49067', 'Ana Wu', 'ana@harbour.example'),
    user('49068', 'Bo Tane', 'bo@harbour.example'),
    { ...user('49069', 'Cy Reed', 'cy@harbour.example'), deniedScopes: ['accounts:write'] },
    { ...user('49070', 'Di Fox', 'di@harbour.example'), isActive: false },
  ],
  newId: (_object, number) => String(48_371_000 + number),
  origins: (url) => ({ accounts: url, api: url, app: url }),
  seed: seedTeam,
  routes: (app, world) => {
    const on = openGate(app, world)
    signInRoutes(app, world)
    teamRoutes(on, world)
    recordRoutes(on, world)
    activityRoutes(on, world)
  },
  refusals: {
    token: () => ({
      status: 401,
      body: {
        error:
          'No Bearer Token attached to request, please see documentation at developers.salesloft.com',
      },
    }),
    throttled: (_limit, now) => ({
      status: 429,
      // [?] No body of a 429 is documented.
      body: { error: 'Rate limit exceeded' },
      headers: { 'x-ratelimit-endpoint-cost': '1', 'x-ratelimit-remaining-minute': '0' },
      until: endOfMinute(now),
    }),
    unavailable: (status) => ({ status, body: { error: 'Something went wrong' } }),
    notEmulated: (what) => ({ status: 501, body: { error: `Not emulated: ${what}` } }),
  },
  keysOf: ({ object, values }) =>
    object === 'account'
      ? keys('domain', values['domain'])
      : keys('email', values['email_address']),
})

const user = (id: string, name: string, email: string) => ({
  id,
  name,
  email,
  isActive: true,
  deniedScopes: [],
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
