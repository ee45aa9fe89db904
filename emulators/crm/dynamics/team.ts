import type { CrmUser } from '../core/world.ts'

export const tenantId = '5f0e1d2c-3b4a-4958-8677-a6b5c4d3e2f1'
export const organizationId = '0a1b2c3d-4e5f-4061-9273-8495a6b7c8d9'

const user = (number: number, name: string, email: string, isActive = true): CrmUser => ({
  id: `7f6b0000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name,
  email,
  isActive,
  deniedScopes: [],
})

export const users: readonly CrmUser[] = [
  user(1, 'Ana Wu', 'ana@harbour.example'),
  user(2, 'Bo Tane', 'bo@harbour.example'),
  user(3, 'Cy Reed (no licence)', 'cy@harbour.example'),
  user(4, 'Di Fox (reads only)', 'di@harbour.example'),
  user(5, 'Ed Moss', 'ed@harbour.example', false),
]

/** Without a licence of the environment: every call is refused. */
export const isMember = ({ email }: CrmUser): boolean => !email.startsWith('cy@')

export const mayWrite = ({ email }: CrmUser): boolean => !email.startsWith('di@')

/** The Windows zone of all users. */
export const timeZone = { code: 255, name: 'AUS Eastern Standard Time' }
