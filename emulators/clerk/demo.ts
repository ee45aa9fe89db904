import type { ClerkSeed } from './seed.ts'
import { ADMIN_ROLE, STANDARD_ROLE } from './world.ts'

/** Other demo data refers to these ids. */
export const DEMO_ORGANIZATIONS = {
  harbour: { id: 'org_demo_harbour_advisory', name: 'Harbour Advisory', slug: 'harbour-advisory' },
  southern: {
    id: 'org_demo_southern_cross_leads',
    name: 'Southern Cross Leads',
    slug: 'southern-cross-leads',
  },
  /** Without a plan. */
  coastline: {
    id: 'org_demo_coastline_surveys',
    name: 'Coastline Surveys',
    slug: 'coastline-surveys',
  },
} as const

export const DEMO_USERS = {
  admin: {
    id: 'user_demo_alex',
    email: 'alex@harbour.example',
    firstName: 'Alex',
    lastName: 'Fernleigh',
  },
  standard: {
    id: 'user_demo_sam',
    email: 'sam@harbour.example',
    firstName: 'Sam',
    lastName: 'Wattle',
  },
  otherAdmin: {
    id: 'user_demo_kiri',
    email: 'kiri@southern.example',
    firstName: 'Kiri',
    lastName: 'Rangiora',
  },
  newcomer: {
    id: 'user_demo_mia',
    email: 'mia@coastline.example',
    firstName: 'Mia',
    lastName: 'Banksia',
  },
} as const

export function demoSeed(passwords: Record<keyof typeof DEMO_USERS, string>): ClerkSeed {
  const { harbour, southern, coastline } = DEMO_ORGANIZATIONS
  const { admin, standard, otherAdmin, newcomer } = DEMO_USERS
  return {
    organizations: [harbour, southern, coastline],
    users: [
      { ...admin, password: passwords.admin },
      { ...standard, password: passwords.standard },
      { ...otherAdmin, password: passwords.otherAdmin },
      { ...newcomer, password: passwords.newcomer },
    ],
    memberships: [
      { userId: admin.id, organizationId: harbour.id, role: ADMIN_ROLE },
      { userId: standard.id, organizationId: harbour.id, role: STANDARD_ROLE },
      { userId: otherAdmin.id, organizationId: southern.id, role: ADMIN_ROLE },
      { userId: newcomer.id, organizationId: coastline.id, role: ADMIN_ROLE },
    ],
  }
}
