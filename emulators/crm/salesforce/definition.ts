import { dayMs } from '../../../contract/core/days.ts'
import type { CrmDefinition } from '../core/world.ts'
import { openGate, setCallsLeft } from './gate.ts'
import { longId } from './ids.ts'
import { queryRoutes } from './query.ts'
import { recordRoutes } from './records.ts'
import { seedOrganization } from './seed.ts'
import { signInRoutes } from './sign-in.ts'
import { taskRoutes } from './tasks.ts'
import { errorAnswer } from './errors.ts'
import { describeRoutes } from './describe.ts'
import { hostOf, textOf } from './values.ts'

export const definition = (): CrmDefinition => ({
  name: 'Salesforce',
  prefix: 'SALESFORCE',
  oauth: {
    accessMs: 7_200_000,
    isProlongedByUse: true,
    codeMs: 900_000,
    refreshIdleMs: 30 * dayMs,
    rotation: 'punishes-reuse',
    pkce: 'required',
    newToken: (kind, random) =>
      kind === 'access'
        ? `00D5g00000EmuLA!${random}`
        : kind === 'refresh'
          ? `5Aep861${random}`
          : `aPrx${random}`,
  },
  searchLagMs: 0,
  users: [
    user(1, 'Ana Wu', 'ana@harbour.example'),
    user(2, 'Bo Tane', 'bo@harbour.example'),
    { ...user(3, 'Cy Reed', 'cy@harbour.example'), deniedScopes: ['openid'] },
    { ...user(4, 'Di Fox', 'di@harbour.example'), isActive: false },
  ],
  newId: (object, number) => longId(object, number),
  origins: (url) => ({ login: url }),
  seed: seedOrganization,
  routes: (app, world) => {
    const on = openGate(app, world)
    signInRoutes(app, world)
    describeRoutes(on, world)
    queryRoutes(on, world)
    recordRoutes(on, world)
    taskRoutes(on, world)
  },
  refusals: {
    token: () => errorAnswer(401, 'INVALID_SESSION_ID', 'Session expired or invalid'),
    throttled: (limit, now) =>
      limit === 'budget'
        ? { ...dailyLimit, until: now + 3_600_000 }
        : {
            // [?] The sentence of this limit.
            ...errorAnswer(
              403,
              'REQUEST_LIMIT_EXCEEDED',
              'ConcurrentRequests (Concurrent API Requests) Limit exceeded.',
            ),
            until: now + 10_000,
          },
    // [?] Its sentence, and how long it lasts.
    throttledTokens: (now) => ({
      status: 400,
      body: { error: 'rate_limit_exceeded', error_description: 'login rate exceeded' },
      until: now + 60_000,
    }),
    unavailable: (status) =>
      errorAnswer(status, 'SERVER_UNAVAILABLE', 'The server is temporarily unavailable.'),
    notEmulated: (what) => errorAnswer(501, 'NOT_EMULATED', `Not emulated: ${what}`),
  },
  keysOf: ({ object, values }) =>
    (object === 'Account'
      ? [`own:${textOf(values['Fieldbook_Id__c'])}`, `domain:${hostOf(values['Website'])}`]
      : [
          `own:${textOf(values['Fieldbook_Id__c'])}`,
          `email:${textOf(values['Email']).toLowerCase()}`,
        ]
    ).filter((key) => !key.endsWith(':')),
  describePath: (path) =>
    path.replaceAll(/\/(?:00[0-9A-Za-z]{13}(?:[0-9A-Za-z]{3})?|01g[\w-]+)(?=\/|$)/g, '/{id}'),
  onFault: (world, fault) => {
    if (fault.kind === 'budget') setCallsLeft(world, fault.left)
    if (fault.kind === 'move') throw new Error('The emulator of Salesforce has one address.')
  },
})

const dailyLimit = errorAnswer(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.')

const user = (number: number, name: string, email: string) => ({
  id: longId('User', number),
  name,
  email,
  isActive: true,
  deniedScopes: [],
})
