import type { CrmWorld } from '../core/world.ts'
import {
  companyProperties,
  contactProperties,
  noteProperties,
  taskProperties,
} from './standard-properties.ts'

/** HubSpot's own properties, and the ABN that an Australian account adds. */
export const seedAccount = (world: CrmWorld, seed: 'empty' | 'demo'): void => {
  world.state.fields['companies'] = companyProperties()
  world.state.fields['contacts'] = contactProperties()
  world.state.fields['notes'] = noteProperties()
  world.state.fields['tasks'] = taskProperties()
  if (seed === 'empty') return
}
