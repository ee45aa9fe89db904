import type { ServiceKey } from '../../../contract/core/privacy.ts'
import type { StoreKind } from '../../offline/device-stores.ts'

type ServiceCopy = { name: string; purpose: string; receives: string }

/** What each service is for, and what it gets. */
export const serviceCopy: Record<ServiceKey, ServiceCopy> = {
  clerk: {
    name: 'Clerk',
    purpose: 'Signs you in.',
    receives: 'Your name, email, mobile, password and companies. Sign-up checks you’re not a bot.',
  },
  stripe: {
    name: 'Stripe',
    purpose: 'Takes card payments.',
    receives:
      'Your company’s name, billing email and invoices. Card numbers go straight to Stripe: we never see them.',
  },
  posthog: {
    name: 'PostHog',
    purpose: 'Shows us which parts of Fieldbook are used.',
    receives:
      'Your user id, your company’s id, pages and counts. Never names, searches or contact details.',
  },
  sentry: {
    name: 'Sentry',
    purpose: 'Reports errors, so we can fix them.',
    receives:
      'The error, the page and your browser. It records some visits, with text and pictures hidden.',
  },
  'product-fruits': {
    name: 'Product Fruits',
    purpose: 'Shows guided tours.',
    receives: 'Your user id and role.',
  },
  'hubspot-chat': {
    name: 'HubSpot chat',
    purpose: 'Lets you chat with support.',
    receives: 'Your name, email and what you write, once you open the chat.',
  },
  other: {
    name: 'Other addresses',
    purpose: 'This Fieldbook may also reach these.',
    receives: 'Ask the company that runs it what they’re for.',
  },
  mail: {
    name: 'Email',
    purpose: 'Sends alerts and notices.',
    receives: 'Your email address and what the email says.',
  },
  crm: {
    name: 'Your CRM',
    purpose: 'Gets what your company pushes, once an admin connects it.',
    receives: 'Records with their contact details, notes, visits and tasks.',
  },
  register: {
    name: 'Business registers',
    purpose: 'Check a company when you ask.',
    receives: 'The company’s ABN or NZBN. Nothing about you.',
  },
  storage: {
    name: 'File storage',
    purpose: 'Stores files.',
    receives: 'Your uploads and downloads.',
  },
}

/** Of browsers, not of this Fieldbook; on only after a press. */
export const pushCopy: ServiceCopy = {
  name: 'Alerts',
  purpose: 'Only if you turn them on: Apple, Google, Microsoft or Mozilla delivers them.',
  receives: 'Encrypted counts and ids. Names and your follow-ups only if you choose to show them.',
}

export const storeKinds: Record<StoreKind, string> = {
  database: 'Databases',
  'local storage': 'Settings and answers',
  'session storage': 'Until you close the tab',
  cache: 'Files of the app',
  cookie: 'Cookies',
  file: 'Files',
}

export const deviceCopy = {
  contacts: 'Revealed contact details are deleted after a week offline.',
  position: 'We never store your location. A search near you sends it, rounded to about 1 km.',
  signOut: 'Signing out deletes all of it. The app itself and your theme stay.',
} as const

/** The rules are those of `contract/org/account-fit.ts`, `server/importers/merge.ts` and `server/entity-matching/ladder.ts`. */
export const decisions = [
  {
    name: 'Fit score',
    rule: 'A company gets 0 to 100 points for its industry, size, region and tools. Your admins choose what counts and how much. A must or never rule makes it 0. People get no score.',
  },
  {
    name: 'Confidence',
    rule: 'Each source has its confidence. Where two sources differ, we show the more confident one. If they’re equal, the newer one.',
  },
  {
    name: 'Matching',
    rule: 'We match your rows by official number, then website, LinkedIn, or name and place. From 80% it’s a match. From 60% you decide. Below that it’s unmatched.',
  },
] as const
