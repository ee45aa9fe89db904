import { dayMs } from '../../../contract/core/days.ts'
import { withoutIds } from '../core/call-log.ts'
import type { CrmRecord } from '../core/types.ts'
import type { CrmDefinition, CrmWorld } from '../core/world.ts'
import { activityRoutes } from './activities.ts'
import { companyRoutes } from './company.ts'
import { fieldRoutes } from './fields.ts'
import { nextDay, openGate, throttled } from './gate.ts'
import { noteRoutes } from './notes.ts'
import { recordRoutes } from './records.ts'
import { refusal } from './refusals.ts'
import { searchRoutes } from './search.ts'
import { seedCompany } from './seed.ts'
import { signInRoutes } from './sign-in.ts'

export const definition = (activityTypes?: readonly string[]): CrmDefinition => {
  let fields: CrmWorld['state']['fields'] = {}
  return {
    name: 'Pipedrive',
    prefix: 'PIPEDRIVE',
    oauth: {
      accessMs: 3_600_000,
      codeMs: 300_000,
      refreshIdleMs: 60 * dayMs,
      rotation: 'same',
      pkce: 'none',
      newToken: (kind, random) => {
        if (kind === 'access') return `v1u:AQIBAHj-${random}`
        return kind === 'refresh' ? `13313052:20580207:${random}` : random
      },
    },
    searchLagMs: 30_000,
    users: [
      user('20580207', 'Ana Wu', 'ana@harbour.example'),
      user('20580208', 'Bo Tane', 'bo@harbour.example'),
      { ...user('20580209', 'Cy Reed', 'cy@harbour.example'), deniedScopes: ['contacts:full'] },
      {
        ...user('20580210', 'Di Fox', 'di@harbour.example'),
        deniedScopes: ['contact-fields:full'],
      },
      { ...user('20580211', 'Ed Ng', 'ed@harbour.example'), isActive: false },
    ],
    newId: (_object, number) => String(number),
    origins: (url) => ({ oauth: url }),
    seed: (world, seed) => {
      seedCompany(world, seed)
      if (activityTypes) world.state.more['activityTypes'] = activityTypes
    },
    routes: (app, world) => {
      fields = world.state.fields
      const on = openGate(app, world)
      signInRoutes(app, world)
      companyRoutes(on, world)
      fieldRoutes(on, world)
      searchRoutes(on, world)
      recordRoutes(on, world)
      activityRoutes(on, world)
      noteRoutes(on, world)
    },
    refusals: {
      token: () => ({
        status: 401,
        body: {
          success: false,
          error: 'unauthorized access',
          errorCode: 401,
          error_info: 'Please check developers.pipedrive.com',
        },
      }),
      throttled,
      unavailable: (status) => refusal(status, 'Something went wrong', 'ERR_INTERNAL').answer,
      notEmulated: (what) => refusal(501, `Not emulated: ${what}`, 'ERR_NOT_EMULATED').answer,
    },
    keysOf: (record) => keysOf(record, fields),
    describePath: (path) => withoutIds(path.replace(/^\/[\w-]{1,60}(?=\/api\/)/, '')),
    onFault: (world, fault) => {
      if (fault.kind === 'budget')
        world.state.more['budget'] = { left: fault.left, until: nextDay(world.now()) }
      if (fault.kind === 'move') world.state.more['company'] = `moved-${world.store.nextId()}`
    },
  }
}

const user = (id: string, name: string, email: string) => ({
  id,
  name,
  email,
  isActive: true,
  deniedScopes: [],
})

/** The field of an app that is labelled with an id, websites and emails. */
const keysOf = (
  { object, values }: CrmRecord,
  fields: CrmWorld['state']['fields'],
): readonly string[] => {
  const own = (fields[object] ?? []).find(({ label }) => label === 'Fieldbook ID')
  const emails: unknown = values['emails']
  return [
    ...(own && typeof values[own.name] === 'string' ? [`own:${String(values[own.name])}`] : []),
    ...(typeof values['website'] === 'string' ? [`domain:${bareHost(values['website'])}`] : []),
    ...(Array.isArray(emails) ? emails.map((each) => `email:${String(Object(each).value)}`) : []),
  ]
}

const bareHost = (website: string): string =>
  website
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/s, '')
