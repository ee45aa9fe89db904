import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from './platform/db/db.ts'
import type { Tables } from './platform/db/tables.ts'
import { Refusal } from './platform/refusal.ts'
import { categoriesSeen } from './signals/access.ts'
import { findOrganisation } from './customer/find-organisation.ts'
import { customerOf } from './customer/customer.ts'
import { featuresOf, type Features } from './plans/entitlements.ts'

/** What a flag gates. A flag of plans is paid for, so the platform cannot turn it on or off for all. */
type Described = { gates: string } & ({ default: 'on' | `on with ${string}` } | { inPlans: true })

const flags = {
  'signal-targeting': { gates: 'signals about companies and people', inPlans: true },
  'signal-intent': { gates: 'signals of intent', inPlans: true },
  analytics: { gates: 'analytics by PostHog', default: 'on with POSTHOG_KEY' },
  'product-tours': { gates: 'tours, ours and those of Product Fruits', default: 'on' },
  'chat-widget': { gates: 'the chat of HubSpot', default: 'on with HUBSPOT_CHAT_TOKEN' },
  today: { gates: 'follow-ups, plans of the day, Today and My visits', default: 'on' },
} as const satisfies Record<string, Described>

export type Flag = keyof typeof flags

// The keys of a constant have its type's keys.
export const turnable = Object.keys(flags) as Flag[]

/** Without a service that has to be set up. */
const isOnByDefault = (flag: Flag): boolean => {
  const described: Described = flags[flag]
  return 'default' in described && described.default === 'on'
}

const isInPlans = (flag: Flag): boolean => 'inPlans' in flags[flag]

/** `on: null` removes what was set. */
export const FlagsCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('list') }),
  z.object({
    do: z.literal('set'),
    /** Null is the platform. */
    organisation: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
    flag: z.enum(turnable),
    on: z.nullable(z.boolean()),
  }),
])
export type FlagsCommand = z.infer<typeof FlagsCommand>

export const operateFlags = async (db: Database, command: FlagsCommand): Promise<string[]> => {
  if (command.do === 'list') return (await listFlags(db)).flatMap(linesOf)
  const { organisation, flag, on } = command
  return organisation === null
    ? setPlatformFlag(db, flag, on)
    : setOwnFlag(db, organisation, flag, on)
}

type ListedFlag = {
  flag: Flag
  gates: string
  platform: string
  /** Organisations with a value of their own, or one of plans. */
  organisations: { name: string; value: string }[]
}

/** What each flag gates, its value, and the organisations with another one. An organisation's own value wins. */
export const listFlags = async (db: Database): Promise<ListedFlag[]> => {
  const set = new Map(await setFlags(db))
  const known = await readFeatures(db)
  return turnable.map((flag): ListedFlag => {
    const described: Described = flags[flag]
    const value = set.get(flag)
    const platform =
      'inPlans' in described
        ? 'comes with plans'
        : value === undefined
          ? `${described.default} by default`
          : `${onOrOff(value)} for all`
    const organisations = known.flatMap(({ name, own, features }) => {
      const ownValue = own[flag]?.enabled
      if (ownValue !== undefined) return [{ name, value: `${onOrOff(ownValue)}, set for it` }]
      return features[flag]?.enabled === true ? [{ name, value: 'on, in its plan' }] : []
    })
    return { flag, gates: described.gates, platform, organisations }
  })
}

/** Of the whole platform, by their defaults or as an operator set them; an organisation's own value wins. */
export const platformFeatures = async (
  db: Database,
  { posthog, chat }: { posthog: boolean; chat: boolean },
): Promise<Features> => {
  const services: Partial<Record<Flag, boolean>> = { analytics: posthog, 'chat-widget': chat }
  const set = new Map(await setFlags(db))
  return Object.fromEntries(
    turnable
      .filter((flag) => !isInPlans(flag))
      .map((flag) => [flag, { enabled: set.get(flag) ?? services[flag] ?? isOnByDefault(flag) }]),
  )
}

/** The flag `today` of the transaction's organisation. */
export const hasFollowUps = async (trx: Transaction<Tables>): Promise<boolean> => {
  const own = (await featuresOf(trx))['today']
  if (own !== undefined) return own.enabled
  const platform = await trx
    .selectFrom('platform_flag')
    .select('enabled')
    .where('name', '=', 'today')
    .executeTakeFirst()
  return platform?.enabled ?? isOnByDefault('today')
}

/** A flag of plans in the table would open what an organisation has not paid for. */
const setFlags = async (db: Database): Promise<[Flag, boolean][]> => {
  const rows = await db.owner.selectFrom('platform_flag').selectAll().execute()
  return turnable.flatMap((flag): [Flag, boolean][] => {
    const row = rows.find(({ name }) => name === flag)
    return row === undefined || isInPlans(flag) ? [] : [[flag, row.enabled]]
  })
}

const setPlatformFlag = async (db: Database, flag: Flag, on: boolean | null): Promise<string[]> => {
  if (isInPlans(flag))
    throw new Refusal(
      `${flag} comes with plans. Set it for one organisation, or give it a plan (npm run plans).`,
    )
  if (on === null) await db.owner.deleteFrom('platform_flag').where('name', '=', flag).execute()
  else
    await db.owner
      .insertInto('platform_flag')
      .values({ name: flag, enabled: on })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ enabled: on }))
      .execute()
  return [
    on === null
      ? `${flag} is back to its default.`
      : `${flag} is ${onOrOff(on)} for every organisation without its own setting.`,
  ]
}

const setOwnFlag = async (
  db: Database,
  organisation: string,
  flag: Flag,
  on: boolean | null,
): Promise<string[]> => {
  const { orgId, name } = await findOrganisation(db, organisation)
  const categories = await db.asOrg(orgId, async (trx) => {
    const customer = await customerOf(trx)
    if (customer === undefined) throw new Refusal(`${name} has no record yet.`)
    const { [flag]: _before, ...others } = customer.features
    const features = on === null ? others : { ...others, [flag]: { enabled: on } }
    await trx
      .updateTable('customer')
      .set({ features: JSON.stringify(features) })
      .execute()
    return categoriesSeen(trx)
  })
  const seen = categories.length === 0 ? 'none' : categories.join(', ')
  const state = on === null ? `no ${flag} of its own` : `${flag} ${onOrOff(on)}`
  return [`${name} has ${state}. Signals it sees: ${seen}.`]
}

const onOrOff = (on: boolean): string => (on ? 'on' : 'off')

const linesOf = ({ flag, gates, platform, organisations }: ListedFlag): string[] => [
  `${flag}: ${platform}; gates ${gates}`,
  ...organisations.map(({ name, value }) => `  ${name}: ${value}`),
]

const readFeatures = async (db: Database) => {
  const customers = await db.owner
    .selectFrom('customer')
    .select(['org_id as orgId', 'name', 'features'])
    .orderBy('name')
    .orderBy('org_id')
    .execute()
  const organisations: { name: string; own: Features; features: Features }[] = []
  for (const { orgId, name, features: own } of customers)
    organisations.push({
      name: name === '' ? orgId : name,
      own,
      features: await db.asOrg(orgId, featuresOf),
    })
  return organisations
}
