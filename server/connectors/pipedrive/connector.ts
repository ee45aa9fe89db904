import type { Connector, ConnectorKind, ConnectorSettings, Cost, PlanCounts } from '../port.ts'
import { readAccount, readOwners, recordUrl } from './account.ts'
import { resolveActivity, writeActivity } from './activities.ts'
import { leftToday, nextTokens, openCalls } from './calls.ts'
import { readChanges } from './changes.ts'
import { describeFields } from './fields.ts'
import { findByKeys, readRecords } from './find.ts'
import { openOAuth } from './oauth.ts'
import { doNotCallField, openSchemas, ownField } from './schema.ts'
import { linkPeople, resolveWrites, writeRecord } from './write.ts'

/** Pipedrive's API, version 2; users, notes and activity types are of version 1. `now` is in ms since 1970. */
const open = (settings: ConnectorSettings, now: () => number = Date.now): Connector => {
  const origins = { ...vendorOrigins, ...settings.origins }
  const calls = openCalls(now)
  const schemas = openSchemas(calls, now)
  return {
    oauth: openOAuth(settings, origins.oauth, now),
    hosts: () => [new URL(origins.oauth).hostname, '*.pipedrive.com'],
    objects: { company: 'company', person: ['contact'] },
    account: (api) => readAccount(calls, api),
    describe: (api, object) => describeFields(schemas, api, object),
    owners: (api) => readOwners(calls, api),
    ownKey: {
      field: { company: ownField, contact: ownField },
      ensure: (api, object) => schemas.ensure(api, object),
    },
    createGuard: 'resolve',
    namesDeleted: false,
    changes: (api, object, cursor) => readChanges(calls, schemas, api, object, cursor, now()),
    find: (api, object, keys) => findByKeys(calls, schemas, api, object, keys),
    read: (api, object, ids, fields) => readRecords(calls, schemas, api, object, ids, fields),
    write: (api, writes) => writeRecord(calls, schemas, api, writes),
    resolve: (api, writes, sentAt) => resolveWrites(calls, schemas, api, writes, sentAt),
    link: (api, pairs) => linkPeople(calls, api, pairs),
    activity: (api, activity) => writeActivity(calls, api, activity),
    resolveActivity: (api, activity, sentAt) => resolveActivity(calls, api, activity, sentAt),
    recordUrl: (_account, grant, object, id) => recordUrl(grant, object, id),
    defaults,
    limits,
    cost,
    leftToday,
    dailyResetAfter: nextTokens,
  }
}

export const pipedrive: ConnectorKind = {
  key: 'PIPEDRIVE_INTEGRATION',
  label: 'Pipedrive',
  icon: 'pipedrive',
  initials: 'PD',
  settings: 'PIPEDRIVE',
  open,
}

const vendorOrigins = { oauth: 'https://oauth.pipedrive.com' }

/** The smallest plan allows 80 calls in two seconds. */
const limits = {
  write: 1,
  read: 100,
  find: 500,
  inFlight: 4,
  settleMs: 60_000,
  pace: { calls: 40, perMs: 2_000 },
}

/** In tokens of the company's daily budget. An update of emails, phones or an address reads the record first. */
const tokens = { create: 5, update: 6, list: 10 }

const cost = ({ create, update, read }: PlanCounts): Cost => {
  const lists = Math.ceil(read / limits.read)
  const calls = create + 2 * update + lists
  return {
    calls,
    units: {
      name: 'tokens',
      count: create * tokens.create + update * tokens.update + lists * tokens.list,
    },
    minutes: Math.ceil(calls / (limits.pace.calls * (60_000 / limits.pace.perMs))),
  }
}

const defaults = {
  company: {
    name: 'name',
    domain: 'website',
    industry: 'industry',
    employees_local: 'employee_count',
    revenue: 'annual_revenue',
    phone: 'phone',
    do_not_call: doNotCallField,
    linkedin: 'linkedin',
    address: 'address',
    suburb: 'address.locality',
    state: 'address.admin_area_level_1',
    postcode: 'address.postal_code',
    country: 'address.country',
    abn: 'abn',
    nzbn: 'nzbn',
  },
  person: {
    name: 'name',
    position: 'job_title',
    work_email: 'emails',
    personal_email: 'emails.home',
    direct_phone: 'phones',
    mobile: 'phones.mobile',
    linkedin: 'linkedin',
    do_not_call: doNotCallField,
  },
}
