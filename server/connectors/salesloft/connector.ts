import type { Connector, ConnectorKind, ConnectorSettings, PlanCounts } from '../port.ts'
import { readAccount, readOwners, recordUrl } from './account.ts'
import { resolveActivity, writeActivity } from './activities.ts'
import { readChanges } from './changes.ts'
import { openCalls } from './calls.ts'
import { describeFields } from './fields.ts'
import { findByKeys } from './find.ts'
import { openOAuth } from './oauth.ts'
import { readRecords } from './read.ts'
import { linkPeople, resolveWrites, writeRecord } from './write.ts'

/** Salesloft's API, version 2. `now` is in ms since 1970. */
const open = (settings: ConnectorSettings, now: () => number = Date.now): Connector => {
  const origins = { ...vendorOrigins, ...settings.origins }
  const calls = openCalls(now)
  return {
    oauth: openOAuth(settings, origins, now),
    hosts: () => [origins.accounts, origins.api].map((origin) => new URL(origin).hostname),
    objects: { company: 'company', person: ['contact'] },
    account: (api) => readAccount(calls, api),
    describe: (api, object) => describeFields(calls, api, object),
    owners: (api) => readOwners(calls, api),
    ownKey: null,
    createGuard: 'repeat',
    namesDeleted: false,
    changes: (api, object, cursor) => readChanges(calls, api, origins.app, object, cursor),
    find: (api, object, keys) => findByKeys(calls, api, origins.app, object, keys),
    read: (api, object, ids, fields) => readRecords(calls, api, origins.app, object, ids, fields),
    write: (api, writes) => writeRecord(calls, api, writes),
    resolve: (api, writes) => resolveWrites(calls, api, writes),
    link: (api, pairs) => linkPeople(calls, api, pairs),
    activity: (api, activity) => writeActivity(calls, api, activity),
    resolveActivity: (api, activity, sentAt) => resolveActivity(calls, api, activity, sentAt),
    recordUrl: (_account, _grant, object, id) => recordUrl(origins.app, object, id),
    defaults,
    limits,
    cost,
    leftToday: null,
    dailyResetAfter: null,
  }
}

/** The type of its requests is a constant without a meaning: spec 3. */
export const salesloft: ConnectorKind = {
  key: '5a1e510f7c2b',
  label: 'Salesloft',
  icon: 'salesloft',
  initials: 'SL',
  settings: 'SALESLOFT',
  open,
}

const vendorOrigins = {
  accounts: 'https://accounts.salesloft.com',
  api: 'https://api.salesloft.com',
  app: 'https://app.salesloft.com',
}

/** A team's apps share 600 calls a minute; half of it is ours. */
const callsPerMinute = 300

const limits = {
  write: 1,
  read: 100,
  find: 20,
  inFlight: 4,
  settleMs: 60_000,
  pace: { calls: callsPerMinute, perMs: 60_000 },
}

/** An update of the team's own fields reads them first. */
const cost = ({ create, update, read }: PlanCounts) => {
  const calls = create + 2 * update + Math.ceil(read / limits.read)
  return { calls, units: null, minutes: Math.ceil(calls / callsPerMinute) }
}

const defaults = {
  company: {
    name: 'name',
    domain: 'domain',
    website: 'website',
    description: 'description',
    industry: 'industry',
    founded: 'founded',
    employees_local: 'size',
    revenue: 'revenue_range',
    phone: 'phone',
    linkedin: 'linkedin_url',
    address: 'street',
    suburb: 'city',
    state: 'state',
    postcode: 'postal_code',
    country: 'country',
    abn: 'custom_fields.ABN',
    nzbn: 'custom_fields.NZBN',
  },
  person: {
    first_name: 'first_name',
    last_name: 'last_name',
    position: 'title',
    seniority: 'job_seniority',
    work_email: 'email_address',
    personal_email: 'personal_email_address',
    direct_phone: 'phone',
    mobile: 'mobile_phone',
    linkedin: 'linkedin_url',
    city: 'city',
    state: 'state',
    country: 'country',
    do_not_call: 'contact_restrictions',
  },
}
