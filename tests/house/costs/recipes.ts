import type { Edit } from '../../kit/scratch.ts'

/** `max` is from CONTRIBUTING.md, 'What a change costs'. */
export type Recipe = { name: string; max: number; edits: readonly Edit[] }

const filter: Edit = {
  file: 'contract/search/company-filters.ts',
  find: 'export const companyFilters: readonly Filter[] = [',
  put: `export const companyFilters: readonly Filter[] = [
  company({
    identifier: 'is_certified',
    label: 'Certified',
    group: 'Company',
    kind: 'choice',
    options: yesNo,
    phrase: 'certified: {values}',
    values: (c) => (c.description === 'certified' ? ['Yes'] : ['No']),
  }),`,
}

const field: readonly Edit[] = [
  filter,
  {
    file: 'contract/records/records.ts',
    find: '  founded: z.optional(z.int()),',
    put: '  founded: z.optional(z.int()),\n  certified: z.optional(z.boolean()),',
  },
  {
    file: 'server/importers/mapping.ts',
    find: `  gst: 'gst|`,
    put: `  certified: 'certified|certification',\n  gst: 'gst|`,
  },
  {
    file: 'server/importers/draft.ts',
    find: `gst_registered: claimOf(first('gst')),`,
    put: `gst_registered: claimOf(first('gst')),\n      certified: claimOf(first('certified')),`,
  },
  {
    file: 'server/importers/merge.ts',
    find: `  'gst_registered',`,
    put: `  'gst_registered',\n  'certified',`,
  },
]

const endpoint: readonly Edit[] = [
  {
    file: 'contract/core/platform.ts',
    find: 'export const platformEndpoints = {',
    put: `export const platformEndpoints = {
  praise: memberEndpoint({
    method: 'POST',
    path: '/praise',
    summary: 'An example',
    input: z.object({ text: z.string().check(z.maxLength(100)) }),
    output: z.object({ text: z.string() }),
    gate: 'member',
  }),`,
  },
  {
    file: 'server/calls/platform.ts',
    find: `Handlers<'platformFeatures' | `,
    put: `Handlers<'praise' | 'platformFeatures' | `,
  },
  {
    file: 'server/calls/platform.ts',
    find: `=> ({\n  hubspotToken: `,
    put: `=> ({\n  praise: ({ text }) => ({ text }),\n  hubspotToken: `,
  },
]

const screen: readonly Edit[] = [
  ...endpoint,
  {
    file: 'contract/links.ts',
    find: 'export const links = {',
    put: `export const links = {\n  praise: () => '/dashboard/praise',`,
  },
  {
    file: 'src/screens/praise/praise-screen.tsx',
    content: `import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** Sends praise. */
export const PraiseScreen = () => {
  const api = useApi()
  const praise = useMutation({ mutationFn: () => api.praise({ text: 'Thanks' }) })
  return (
    <Page title="Praise" lead="Tell us what works.">
      <Button onClick={() => praise.mutate()}>Send</Button>
    </Page>
  )
}
`,
  },
  {
    file: 'src/app/routes.tsx',
    find: 'export const screens: readonly Screen[] = [',
    put: `const praise = framed(() =>
  import('../screens/praise/praise-screen.tsx').then((m) => m.PraiseScreen),
)
export const screens: readonly Screen[] = [
  { path: links.praise(), title: 'Praise', frame: 'shell', view: praise },`,
  },
  {
    file: 'src/app/navigation.ts',
    find: 'const furtherDestinations: readonly Destination[] = [',
    put: `const furtherDestinations: readonly Destination[] = [\n  { to: links.praise(), label: 'Praise', icon: 'help' },`,
  },
  {
    file: 'tests/src/screens/praise/praise.test.tsx',
    content: `import { expect, it } from 'vitest'
import { PraiseScreen } from '../../../../src/screens/praise/praise-screen.tsx'

it('praise has a screen', () => {
  expect(PraiseScreen).toBeTypeOf('function')
})
`,
  },
]

const signal: Edit = {
  file: 'contract/signals/signal-types.ts',
  find: 'export const signalTypes: readonly SignalType[] = [',
  put: `export const signalTypes: readonly SignalType[] = [\n  company('certified', 'Certified', 'certifications'),`,
}

const detected: readonly Edit[] = [
  signal,
  {
    file: 'server/signal-detection/company-changes.ts',
    find: 'type Look = ',
    put: `const certified: Look = (before, after) =>
  before.gst_registered !== true && after.gst_registered === true
    ? [
        {
          slug: 'certified',
          title: \`\${after.name} is certified\`,
          summary: \`\${after.name} was certified.\`,
          why_now: 'It may be bidding for new work.',
          metrics: {},
          topics: ['Certification'],
          evidence: [{ label: 'Same source before and after', points: 20 }],
        },
      ]
    : []

type Look = `,
  },
  {
    file: 'server/signal-detection/company-changes.ts',
    find: `const looks: readonly { field: keyof Company; look: Look }[] = [`,
    put: `const looks: readonly { field: keyof Company; look: Look }[] = [\n  { field: 'gst_registered', look: certified },`,
  },
]

const connector: readonly Edit[] = [
  {
    file: 'server/connectors/example.ts',
    content: `import type { ConnectorKind } from './port.ts'
import { salesloft } from './salesloft/connector.ts'

/** Another CRM's protocol stands for one that is not there yet. */
export const example: ConnectorKind = {
  key: '0123456789ab',
  label: 'Example',
  icon: 'example',
  initials: 'EX',
  settings: 'EXAMPLE',
  open: salesloft.open,
}
`,
  },
  {
    file: 'server/connectors/registry.ts',
    find: 'export const connectorKinds: readonly ConnectorKind[] = [',
    put: 'export const connectorKinds: readonly ConnectorKind[] = [example, ',
  },
  {
    file: 'server/connectors/registry.ts',
    find: `import type { ConnectorKind } from './port.ts'`,
    put: `import type { ConnectorKind } from './port.ts'\nimport { example } from './example.ts'`,
  },
]

const offlineKind: readonly Edit[] = [
  {
    file: 'contract/saved-work/activities.ts',
    find: 'export const Activity = ',
    put: `export const Reminder = z.object({ id: Id, text: z.string().check(z.maxLength(2000)) })
export type Reminder = z.infer<typeof Reminder>

export const Activity = `,
  },
  {
    file: 'contract/saved-work/activities.ts',
    find: 'export const activitiesEndpoints = {',
    put: `export const activitiesEndpoints = {
  addReminder: memberEndpoint({
    method: 'POST',
    path: '/reminders',
    summary: 'Adds a reminder',
    input: Reminder,
    output: Reminder,
    status: 201,
    offline: true,
  }),`,
  },
  {
    file: 'contract/saved-work/activities.ts',
    find: `[changeOf('activity', Activity)]`,
    put: `[changeOf('activity', Activity), changeOf('reminder', Reminder)]`,
  },
  {
    file: 'server/migrations/999-reminders.ts',
    content: `import { sql, type Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql\`create table reminder (org_id text not null, id uuid not null, owner_id text not null,
    text text not null, seq bigint not null, deleted_at timestamptz, primary key (org_id, id))\`.execute(db)
}
`,
  },
  {
    file: 'server/platform/db/tables.ts',
    find: `  saved_item: SavedItemRow`,
    put: `  reminder: {
    org_id: string
    id: string
    owner_id: string
    text: string
    seq: Big
    deleted_at: Moment
  }
  saved_item: SavedItemRow`,
  },
  {
    file: 'server/calls/activities.ts',
    find: `  | 'deleteActivity'`,
    put: `  | 'deleteActivity'\n  | 'addReminder'`,
  },
  {
    file: 'server/calls/activities.ts',
    find: `Handlers<ActivitiesEndpoint> => ({`,
    put: `Handlers<ActivitiesEndpoint> => ({
  addReminder: ({ id, text }, context) =>
    context.inOrg(async (trx) => {
      const seq = await nextTick(trx, context.orgId)
      const row = { org_id: context.orgId, id, owner_id: context.userId, text, seq }
      await trx.insertInto('reminder').values({ ...row, deleted_at: null }).execute()
      return { id, text }
    }),`,
  },
  {
    file: 'server/sync/entities.ts',
    find: `  entity({\n    table: 'signal_agent',`,
    put: `  entity({
    table: 'reminder',
    rank: 6,
    visibleTo: (userId) => sql\`e.owner_id = \${userId}\`,
    load: (trx, _, ids) => trx.selectFrom('reminder as e').selectAll().where(among(ids)).execute(),
    view: (id, row) => ({ kind: 'reminder', id, value: row && { id, text: row.text } }),
  }),
  entity({\n    table: 'signal_agent',`,
  },
  {
    file: 'src/offline/entities/reminder.ts',
    content: `import type { Reminder } from '../../../contract/saved-work/activities.ts'
import { action, entity, parseItem, type Edited } from './entity.ts'

export const reminder = entity({
  kind: 'reminder',
  table: 'reminders',
  since: 3,
  create: action(
    'addReminder',
    ({ id, value }: Edited<Reminder>) => ({ id, text: value.text }),
    parseItem,
  ),
  restore: { valueOf: (mine, id) => ({ ...mine, id }) },
  noun: 'reminder',
})
`,
  },
  {
    file: 'src/offline/entities/entities.ts',
    find: `  notificationsRead,\n`,
    put: `  reminder,\n  notificationsRead,\n`,
  },
  {
    file: 'src/offline/entities/entities.ts',
    find: `import { search } from`,
    put: `import { reminder } from './reminder.ts'\nimport { search } from`,
  },
  {
    file: 'src/screens/reminders/reminders.tsx',
    content: `import type { Reminder } from '../../../contract/saved-work/activities.ts'
import type { Device } from '../../offline/database.ts'
import { readItems } from '../../offline/live.ts'
import { useLive } from '../../shared/offline/device.tsx'

const reminders = (device: Device) =>
  readItems<Reminder>(device, 'reminders', ({ text }) => text)

/** The user's reminders. */
export const Reminders = () => (
  <ul>
    {(useLive(reminders) ?? []).map(({ id, value }) => (
      <li key={id}>{value.text}</li>
    ))}
  </ul>
)
`,
  },
]

export const recipes: readonly Recipe[] = [
  { name: 'filter', max: 1, edits: [filter] },
  { name: 'filter_field', max: 5, edits: field },
  { name: 'endpoint', max: 2, edits: endpoint },
  { name: 'endpoint_screen', max: 7, edits: screen },
  { name: 'offline_kind', max: 8, edits: offlineKind },
  { name: 'crm', max: 2, edits: connector },
  { name: 'signal', max: 1, edits: [signal] },
  { name: 'signal_detected', max: 2, edits: detected },
]

export const costOf = ({ edits }: Recipe): number => new Set(edits.map(({ file }) => file)).size
