import type { CrmWorld } from '../core/world.ts'
import { demoAccounts, demoContacts } from './demo-records.ts'
import { fieldsOfObjects } from './standard-fields.ts'

/** The fields, and in `demo` also records. */
export const seedOrganization = (world: CrmWorld, seed: 'empty' | 'demo'): void => {
  world.state.fields = fieldsOfObjects()
  if (seed === 'empty') return
  const owner = world.users[0]?.id
  const owned = { OwnerId: owner, CreatedById: owner }
  const ids = new Map<string, string>()
  for (const { domain, ...values } of demoAccounts) {
    const account = { ...values, ...owned, Website: `https://www.${domain}` }
    ids.set(values.Name, world.store.create('Account', account, 'seed').id)
  }
  for (const { account, ...values } of demoContacts)
    world.store.create('Contact', { ...values, ...owned, AccountId: ids.get(account) }, 'seed')
}
