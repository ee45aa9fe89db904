import type { CrmUser, CrmWorld } from '../core/world.ts'
import { companyOf, type On } from './gate.ts'

/** The company's number in Pipedrive. */
const companyId = 7_405_127

const activityTypes = [
  ['call', 'Call'],
  ['meeting', 'Meeting'],
  ['task', 'Task'],
  ['deadline', 'Deadline'],
  ['email', 'Email'],
  ['lunch', 'Lunch'],
] as const

/** The keys of the types that the company did not remove. */
export const activityKeys = ({ state }: CrmWorld): readonly string[] => {
  const stored = state.more['activityTypes']
  return Array.isArray(stored) ? stored.map(String) : activityTypes.map(([key]) => key)
}

/** Users and activity types, of version 1. */
export const companyRoutes = (on: On, world: CrmWorld): void => {
  const scopes = ['users:read']
  on('GET', '/v1/users/me', { tokens: 2, scopes: [] }, ({ user }) => ({
    status: 200,
    body: {
      success: true,
      data: {
        ...userView(user),
        company_id: companyId,
        company_name: 'Harbour Sales',
        company_domain: companyOf(world),
        timezone_name: 'Australia/Sydney',
        timezone_offset: '+11:00',
      },
    },
  }))
  on('GET', '/v1/users', { tokens: 20, scopes }, () => ({
    status: 200,
    body: { success: true, data: world.users.map(userView) },
  }))
  on('GET', '/v1/activityTypes', { tokens: 20, scopes: ['activities:full'] }, () => ({
    status: 200,
    body: {
      success: true,
      data: activityKeys(world).map((key, index) => ({
        id: index + 1,
        name: activityTypes.find(([known]) => known === key)?.[1] ?? key,
        key_string: key,
        active_flag: true,
        is_custom_flag: false,
      })),
    },
  }))
}

const userView = ({ id, name, email, isActive }: CrmUser) => ({
  id: Number(id),
  name,
  email,
  active_flag: isActive,
  is_deleted: false,
})
