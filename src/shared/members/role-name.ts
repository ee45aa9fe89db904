import type { Role } from '../../../contract/core/endpoint.ts'

/** What a role is called (spec 2: basic_member is shown as 'Standard'). */
export const roleName = (role: Role | 'other'): string => names[role]

const names = { admin: 'Admin', standard: 'Standard', other: 'Other' } as const
