import type { Connector, ConnectorKind, ConnectorSettings, PlanCounts } from '../port.ts'
import { readAccount, readOwners } from './account.ts'
import { resolveActivity, writeActivity } from './activities.ts'
import { leftToday } from './answers.ts'
import { openCalls } from './calls.ts'
import { readChanges } from './changes.ts'
import { describeFields, hasOwnKey } from './fields.ts'
import { findByKeys } from './find.ts'
import { openOAuth } from './oauth.ts'
import { ownField, recordUrl } from './objects.ts'
import { readRecords } from './read.ts'
import { resolveWrites } from './resolve.ts'
import { maxRows } from './rows.ts'
import { linkPeople, writeRecords } from './write.ts'

/** Salesforce's REST API, version 67. `now` is in ms since 1970. */
const open = (settings: ConnectorSettings, now: () => number = Date.now): Connector => {
  const calls = openCalls(now)
  return {
    oauth: openOAuth(settings, settings.origins?.['login'], now),
    hosts: () => ['*.salesforce.com'],
    objects: { company: 'company', person: ['contact', 'lead'] },
    account: (api) => readAccount(calls, api),
    describe: (api, object) => describeFields(calls, api, object),
    owners: (api) => readOwners(calls, api),
    ownKey: {
      field: { company: ownField, contact: ownField, lead: ownField },
      ensure: (api, object) => hasOwnKey(calls, api, object),
    },
    createGuard: 'resolve',
    namesDeleted: true,
    changes: (api, object, cursor) => readChanges(calls, api, object, cursor),
    find: (api, object, keys) => findByKeys(calls, api, object, keys),
    read: (api, object, ids, fields) => readRecords(calls, api, object, ids, fields),
    write: (api, writes) => writeRecords(calls, api, writes),
    resolve: (api, writes, sentAt) => resolveWrites(calls, api, writes, sentAt),
    link: (api, pairs) => linkPeople(calls, api, pairs),
    activity: (api, activity) => writeActivity(calls, api, activity),
    resolveActivity: (api, activity) => resolveActivity(calls, api, activity),
    recordUrl: (_account, grant, object, id) => recordUrl(grant.baseUrl, object, id),
    defaults,
    limits,
    cost,
    leftToday,
    dailyResetAfter: null,
  }
}

export const salesforce: ConnectorKind = {
  key: 'SF_INTEGRATION',
  label: 'Salesforce',
  icon: 'salesforce',
  initials: 'SF',
  settings: 'SALESFORCE',
  open,
}

/** An account of 100,000 calls a day has 69 a minute; a push is short. */
const callsPerMinute = 100

const limits = {
  write: maxRows,
  read: 200,
  find: 100,
  // Two calls that write contacts of one account wait for its lock.
  inFlight: 1,
  // The longest that Salesforce works on a call.
  settleMs: 600_000,
  pace: { calls: callsPerMinute, perMs: 60_000 },
}

const cost = ({ create, update, read }: PlanCounts) => {
  const calls =
    // Without the own key the first of two calls is refused.
    2 * Math.ceil(create / limits.write) +
    Math.ceil(update / limits.write) +
    Math.ceil(read / limits.read)
  return { calls, units: null, minutes: Math.ceil(calls / callsPerMinute) }
}

const defaults = {
  company: {
    name: 'Name',
    website: 'Website',
    description: 'Description',
    industry: 'Industry',
    ticker: 'TickerSymbol',
    employees_local: 'NumberOfEmployees',
    revenue: 'AnnualRevenue',
    phone: 'Phone',
    linkedin: 'LinkedIn__c',
    abn: 'ABN__c',
    nzbn: 'NZBN__c',
    address: 'BillingStreet',
    suburb: 'BillingCity',
    state: 'BillingState',
    postcode: 'BillingPostalCode',
    country: 'BillingCountry',
  },
  person: {
    first_name: 'FirstName',
    last_name: 'LastName',
    position: 'Title',
    department: 'Department',
    company: 'Company',
    company_industry: 'Industry',
    work_email: 'Email',
    direct_phone: 'Phone',
    mobile: 'MobilePhone',
    linkedin: 'LinkedIn__c',
    do_not_call: 'DoNotCall',
    city: 'MailingCity',
    state: 'MailingState',
    country: 'MailingCountry',
  },
}
