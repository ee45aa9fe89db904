import type { Role } from '../../../contract/core/endpoint.ts'

/** The display name of a role (spec 2: basic_member is shown as 'Standard'). */
export const roleName = (role: Role | 'other'): string => names[role]

const names = { admin: 'Admin', standard: 'Standard', other: 'Other' } as const
