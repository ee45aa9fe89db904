import type { CrmWorld } from '../core/world.ts'
import { setCompanies } from './companies-of.ts'
import { demoCompanies, demoContacts } from './demo-records.ts'
import {
  companyProperties,
  contactProperties,
  noteProperties,
  taskProperties,
} from './standard-properties.ts'
import { ownerIdOf, users } from './team.ts'

/** HubSpot's own properties with two of the account; in `demo` also records. */
export const seedAccount = (world: CrmWorld, seed: 'empty' | 'demo'): void => {
  world.state.fields['companies'] = companyProperties()
  world.state.fields['contacts'] = contactProperties()
  world.state.fields['notes'] = noteProperties()
  world.state.fields['tasks'] = taskProperties()
  if (seed === 'empty') return
  const [owner] = users.map(ownerIdOf)
  const ids = new Map<string, string>()
  for (const { name, ...values } of demoCompanies) {
    const properties = { ...values, name, lifecyclestage: 'lead', hubspot_owner_id: owner }
    ids.set(name, world.store.create('companies', properties, 'seed').id)
  }
  for (const { company, ...values } of demoContacts) {
    const { id } = world.store.create('contacts', { ...values, hubspot_owner_id: owner }, 'seed')
    setCompanies(world, id, [ids.get(company) ?? ''])
  }
}
