import { DEMO_USERS } from '../../clerk/demo.ts'
import { buildApp } from './app.ts'
import { auditOf } from './audit.ts'
import { openBuckets } from './buckets.ts'
import { openCallLog, withoutIds } from './call-log.ts'
import { openClock } from './clock.ts'
import { openFaults } from './faults.ts'
import { emulatorRefusal } from './guard.ts'
import { inspectorRoutes } from './inspector.ts'
import { openOAuth } from './oauth.ts'
import { openState, type CrmState, type StoredRecord } from './state.ts'
import { openStore } from './store.ts'
import type { CrmActivity, CrmEmulator, CrmEmulatorOptions, CrmRecord } from './types.ts'
import type { CrmDefinition, CrmUser, CrmWorld } from './world.ts'

/** Starts what a definition describes. Refuses to run beside real keys and in production. */
export const startCrm = async (
  definition: CrmDefinition,
  options: CrmEmulatorOptions = {},
): Promise<CrmEmulator> => {
  const { dataFolder, env = process.env, now: real = Date.now, seed = 'empty' } = options
  const { name, prefix } = definition
  const { state, save } = openState(name.toLowerCase().replaceAll(' ', '-'), dataFolder)
  const refusal = emulatorRefusal(name, prefix, env, [state.clientId, state.clientSecret])
  if (refusal !== undefined) throw new Error(refusal)
  const { now, advance } = openClock(state, real)
  const tokenPaths = new Set<string>()
  const desk = openFaults(
    definition,
    () => world,
    (path) => tokenPaths.has(path),
    options.drawFault,
  )
  const lagMs = (): number => desk.lagMs() ?? definition.searchLagMs
  let url = ''
  const world: CrmWorld = {
    name,
    state,
    users: [...definition.users, ...(seed === 'demo' ? demoUsers(definition) : [])].map((user) => ({
      ...user,
    })),
    now,
    save,
    url: () => url,
    store: openStore(state, { now, lagMs, newId: definition.newId }),
    oauth: openOAuth(state, definition.oauth, now),
    buckets: openBuckets(now),
    calls: openCallLog(state, now, definition.describePath ?? withoutIds),
    field: (object, field) => state.fields[object]?.find((each) => each.name === field),
  }
  if (!state.isSeeded) {
    definition.seed(world, seed)
    for (const { object, values } of options.seedRecords ?? [])
      world.store.create(object, values, 'seed')
    state.isSeeded = true
    save()
  }
  const app = buildApp(definition, world, desk, tokenPaths)
  const parts = {
    faults: desk.faults,
    advance: (ms: number) => {
      advance(ms)
      save()
    },
    records: () => Object.values(state.records).map(recordOf),
    activities: () =>
      Object.values(state.activities)
        .filter(({ isDeleted }) => !isDeleted)
        .map(activityOf),
    user: userOf(definition, world),
    audit: () => auditOf(definition, world),
  }
  inspectorRoutes(app, world, parts)
  url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  const { clientId, clientSecret } = state
  return {
    ...parts,
    url,
    now,
    settings: { clientId, clientSecret, origins: definition.origins(url) },
    close: async () => {
      desk.faults.clear()
      await app.close()
    },
  }
}

/** Those of the demo's organisation who push. */
const demoUsers = ({ newId }: CrmDefinition): CrmUser[] =>
  [DEMO_USERS.admin, DEMO_USERS.standard].map(({ firstName, lastName, email }, index) => ({
    id: newId('User', 101 + index),
    name: `${firstName} ${lastName}`,
    email,
    isActive: true,
    deniedScopes: [],
  }))

const userOf = (definition: CrmDefinition, world: CrmWorld): CrmEmulator['user'] => {
  const { store, save } = world
  return {
    add: (object, values) => {
      const { id } = store.create(object, values, 'user')
      save()
      return id
    },
    edit: (id, values) => {
      store.update(id, values)
      save()
    },
    remove: (id) => {
      store.remove(id)
      save()
    },
    merge: (lost, survivor) => {
      store.merge(lost, survivor)
      definition.onMerge?.(world, lost, survivor)
      save()
    },
    revoke: () => {
      if (definition.onRevoke) definition.onRevoke(world)
      else world.oauth.revokeAll()
      save()
    },
    archive: (email) => {
      const leaver = world.users.find((user) => user.email === email)
      if (!leaver) throw new Error(`No user has the email ${email}.`)
      leaver.isActive = false
      return () => {
        leaver.isActive = true
      }
    },
  }
}

const recordOf = ({ versions, ...record }: StoredRecord): CrmRecord => {
  void versions
  return { ...record, values: { ...record.values } }
}

const activityOf = ({ isDeleted, ...activity }: CrmState['activities'][string]): CrmActivity => {
  void isDeleted
  return { ...activity, values: { ...activity.values } }
}
