import type { Connector, ConnectorKind, ConnectorSettings, Cost, PlanCounts } from '../port.ts'
import { readAccount, readOwners } from './account.ts'
import { writeActivity } from './activities.ts'
import { openCalls } from './calls.ts'
import { readChanges } from './changes.ts'
import { describeFields } from './fields.ts'
import { findByKeys } from './find.ts'
import { openOAuth } from './oauth.ts'
import { readRecords } from './read.ts'
import { openSchema } from './schema.ts'
import { recordUrl } from './tables.ts'
import { linkPeople, maxOperations, writeRecords } from './write.ts'

/** The Dataverse Web API, version 9.2. `now` is in ms since 1970. */
const open = (settings: ConnectorSettings, now: () => number = Date.now): Connector => {
  const { login = vendorLogin, environment } = settings.origins ?? {}
  const calls = openCalls(now)
  const schema = openSchema(calls, now)
  const write: Connector['write'] = (api, writes) => writeRecords(calls, schema, api, writes, now)
  const activity: Connector['activity'] = (api, each) => writeActivity(calls, api, each, now)
  return {
    oauth: openOAuth(settings, { login, environment }, now),
    hosts: (grant) =>
      [login, ...(grant ? [grant.baseUrl] : [])].map((url) => new URL(url).hostname),
    objects: { company: 'company', person: ['contact', 'lead'] },
    account: (api) => readAccount(calls, api),
    describe: (api, object) => describeFields(calls, schema, api, object),
    owners: (api) => readOwners(calls, api),
    ownKey: null,
    createGuard: 'repeat',
    namesDeleted: true,
    changes: (api, object, cursor) => readChanges(calls, schema, api, object, cursor),
    find: (api, object, keys) => findByKeys(calls, schema, api, object, keys),
    read: (api, object, ids, fields) => readRecords(calls, schema, api, object, ids, fields),
    write,
    // A repeated create meets the record of the first.
    resolve: (api, writes) => write(api, writes),
    link: (api, pairs) => linkPeople(calls, api, pairs, now),
    activity,
    resolveActivity: (api, each) => activity(api, each),
    recordUrl: (_account, grant, object, id) => recordUrl(grant, object, id),
    defaults,
    limits,
    cost,
    leftToday: null,
    dailyResetAfter: null,
  }
}

/** The type of its requests is a constant without a meaning: spec 3. */
export const dynamics: ConnectorKind = {
  key: 'd365a10c5a1e',
  label: 'Dynamics 365',
  icon: 'dynamics',
  initials: 'D3',
  settings: 'DYNAMICS',
  open,
}

const vendorLogin = 'https://login.microsoftonline.com'

/** A user has 6,000 calls in five minutes, and as many seconds of the server's work as the batches in flight take. */
const limits = {
  write: maxOperations,
  read: 100,
  find: 40,
  inFlight: 2,
  settleMs: 150_000,
  pace: { calls: 3_000, perMs: 300_000 },
}

/** Of the server's work, with the account's own automations. */
const secondsPerWrite = 0.25

/** A licence allows so many requests a day; each row of a batch is one. */
const cost = ({ create, update, read }: PlanCounts): Cost => {
  const batches = Math.ceil(create / limits.write) + Math.ceil(update / limits.write)
  const reads = Math.ceil(read / limits.read)
  const seconds = ((create + update) * secondsPerWrite) / limits.inFlight
  return {
    calls: batches + reads,
    units: { name: 'requests', count: create + update + reads },
    minutes: Math.ceil(seconds / 60),
  }
}

const defaults = {
  company: {
    name: 'name',
    domain: 'websiteurl',
    description: 'description',
    industry: 'industrycode',
    employees_local: 'numberofemployees',
    revenue: 'revenue',
    phone: 'telephone1',
    do_not_call: 'donotphone',
    email: 'emailaddress1',
    address: 'address1_line1',
    suburb: 'address1_city',
    state: 'address1_stateorprovince',
    postcode: 'address1_postalcode',
    country: 'address1_country',
    abn: 'new_abn',
    nzbn: 'new_nzbn',
  },
  person: {
    first_name: 'firstname',
    last_name: 'lastname',
    position: 'jobtitle',
    work_email: 'emailaddress1',
    personal_email: 'emailaddress2',
    direct_phone: 'telephone1',
    mobile: 'mobilephone',
    city: 'address1_city',
    state: 'address1_stateorprovince',
    country: 'address1_country',
    do_not_call: 'donotphone',
  },
}
