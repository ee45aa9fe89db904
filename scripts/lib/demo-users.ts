import { DEMO_ORGANIZATIONS, DEMO_USERS } from '../../emulators/clerk/demo.ts'
import type { DemoOptions } from '../../demo/demo.ts'
import type { Env } from '../../server/platform/process/env.ts'

/** They open only invented data, on the machine that shows them. */
export const demoPasswords = {
  admin: 'harbour-lantern-41',
  standard: 'wattle-station-52',
  otherAdmin: 'southern-kowhai-63',
  newcomer: 'coastline-heron-74',
}

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
  {
    email: DEMO_USERS.newcomer.email,
    password: demoPasswords.newcomer,
    role: `admin of ${DEMO_ORGANIZATIONS.coastline.name}, without a plan yet`,
  },
]

export const demoOptions = (env: Env): DemoOptions => ({
  world: env.demo ? { companies: 20_000, people: 100_000, seed: 1 } : null,
  organisations: env.clerk === undefined ? organisations : [],
  isLiving: env.demoLives,
})

const organisations: DemoOptions['organisations'] = [
  {
    id: DEMO_ORGANIZATIONS.harbour.id,
    name: DEMO_ORGANIZATIONS.harbour.name,
    country: 'AU',
    website: 'https://harbour.example',
    bucket: 'bkt_growth',
    billingEmail: 'accounts@harbour.example',
  },
  {
    id: DEMO_ORGANIZATIONS.southern.id,
    name: DEMO_ORGANIZATIONS.southern.name,
    country: 'NZ',
    website: 'https://southern.example',
    billingEmail: 'accounts@southern.example',
  },
]
