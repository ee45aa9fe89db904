import { DEMO_ORGANIZATIONS, DEMO_USERS } from '../../emulators/clerk/demo.ts'
import type { DemoOrganisation } from '../../server/features/customer/demo.ts'

/** They open nothing but invented data on the machine that shows them. */
export const demoPasswords = {
  admin: 'harbour-lantern-41',
  standard: 'wattle-station-52',
  otherAdmin: 'southern-kowhai-63',
}

/** Who may sign in to a demo: an admin and a Standard user of one organisation, the admin of another. */
export const demoUsers = [
  {
    email: DEMO_USERS.admin.email,
    password: demoPasswords.admin,
    role: `admin of ${DEMO_ORGANIZATIONS.harbour.name}`,
  },
  {
    email: DEMO_USERS.standard.email,
    password: demoPasswords.standard,
    role: `Standard user of ${DEMO_ORGANIZATIONS.harbour.name}`,
  },
  {
    email: DEMO_USERS.otherAdmin.email,
    password: demoPasswords.otherAdmin,
    role: `admin of ${DEMO_ORGANIZATIONS.southern.name}`,
  },
]

export const demoOrganisations: readonly DemoOrganisation[] = [
  {
    id: DEMO_ORGANIZATIONS.harbour.id,
    name: DEMO_ORGANIZATIONS.harbour.name,
    country: 'AU',
    website: 'https://harbour.example',
  },
  {
    id: DEMO_ORGANIZATIONS.southern.id,
    name: DEMO_ORGANIZATIONS.southern.name,
    country: 'NZ',
    website: 'https://southern.example',
  },
]
