import type { Connector, ConnectorKind, ConnectorSettings, Cost, PlanCounts } from '../port.ts'
import { readAccount, readOwners, recordUrl } from './account.ts'
import { resolveActivity, writeActivity } from './activity.ts'
import { openCalls } from './calls.ts'
import { readChanges } from './changes.ts'
import { describeFields, ensureOwnKey } from './fields.ts'
import { findByKeys, maxKeys, readRecords } from './find.ts'
import { linkPeople } from './link.ts'
import { openOAuth, vendorApp } from './oauth.ts'
import { doNotCallField, ownField } from './shapes.ts'
import { resolveRecords, writeRecords } from './write.ts'

/** HubSpot's API by dated paths. `now` is in ms since 1970. */
const open = (settings: ConnectorSettings, now: () => number = Date.now): Connector => {
  const origins = { ...vendorOrigins, ...settings.origins }
  const calls = openCalls(now)
  return {
    oauth: openOAuth(settings, origins, now),
    hosts: () => [new URL(origins.api).hostname],
    objects: { company: 'company', person: ['contact'] },
    account: (api) => readAccount(calls, settings, api),
    describe: (api, object) => describeFields(calls, api, object),
    owners: (api) => readOwners(calls, api),
    ownKey: {
      field: { company: ownField, contact: ownField },
      ensure: (api, object) => ensureOwnKey(calls, api, object),
    },
    createGuard: 'repeat',
    namesDeleted: true,
    changes: (api, object, cursor) => readChanges(calls, api, object, cursor),
    find: (api, object, keys) => findByKeys(calls, api, object, keys),
    read: (api, object, ids, fields) => readRecords(calls, api, object, ids, fields),
    write: (api, writes) => writeRecords(calls, api, writes),
    resolve: (api, writes, sentAt) => resolveRecords(calls, api, writes, sentAt),
    link: (api, pairs) => linkPeople(calls, api, pairs),
    activity: (api, activity) => writeActivity(calls, api, activity),
    resolveActivity: (api, activity) => resolveActivity(calls, api, activity),
    recordUrl: (_account, grant, object, id) => recordUrl(grant, object, id),
    defaults,
    limits,
    cost,
    leftToday: null,
    dailyResetAfter: null,
  }
}

export const hubspot: ConnectorKind = {
  key: 'HS_INTEGRATION',
  label: 'HubSpot',
  icon: 'hubspot',
  initials: 'HS',
  settings: 'HUBSPOT',
  open,
}

const vendorOrigins = { app: vendorApp, api: 'https://api.hubapi.com' }

/** An account gives an app at least 100 calls in 10 seconds. */
const limits = {
  write: 100,
  read: 100,
  find: maxKeys,
  inFlight: 3,
  settleMs: 60_000,
  pace: { calls: 80, perMs: 10_000 },
}

/** A company found by domain needs a search for each eight or so; people need an association each hundred. */
const cost = ({ create, update, read }: PlanCounts): Cost => {
  const calls =
    2 * Math.ceil(create / limits.write) +
    Math.ceil(update / limits.write) +
    Math.ceil(read / limits.read)
  const callsPerMinute = limits.pace.calls * (60_000 / limits.pace.perMs)
  return { calls, units: null, minutes: Math.ceil(calls / callsPerMinute) }
}

const defaults = {
  company: {
    name: 'name',
    domain: 'domain',
    website: 'website',
    description: 'description',
    industry: 'industry',
    founded: 'founded_year',
    employees_local: 'numberofemployees',
    revenue: 'annualrevenue',
    phone: 'phone',
    do_not_call: doNotCallField,
    linkedin: 'linkedin_company_page',
    address: 'address',
    suburb: 'city',
    state: 'state',
    postcode: 'zip',
    country: 'country',
    abn: 'abn',
    nzbn: 'nzbn',
  },
  person: {
    first_name: 'firstname',
    last_name: 'lastname',
    position: 'jobtitle',
    work_email: 'email',
    direct_phone: 'phone',
    mobile: 'mobilephone',
    city: 'city',
    state: 'state',
    country: 'country',
    do_not_call: doNotCallField,
  },
}
