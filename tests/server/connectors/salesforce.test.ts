import { describe, expect, it } from 'vitest'
import type { CrmEmulatorOptions } from '../../../emulators/crm/core/types.ts'
import { startSalesforceEmulator } from '../../../emulators/crm/salesforce/emulator.ts'
import {
  BatchRefused,
  ClientRefused,
  Expired,
  Forbidden,
  Revoked,
  SignInRefused,
  Slow,
  Unavailable,
  Uncertain,
} from '../../../server/connectors/errors.ts'
import type { Http } from '../../../server/connectors/http.ts'
import type { Activity, ObjectKind, Write, Written } from '../../../server/connectors/port.ts'
import { salesforce } from '../../../server/connectors/salesforce/connector.ts'
import { connect, openConnector, signIn, type Connected } from '../../kit/crm/connect.ts'
import { describeConnector } from '../../kit/crm/connector-suite.ts'
import { liveRecords, type ConnectorSubject } from '../../kit/crm/subject.ts'

const start = (options: CrmEmulatorOptions = {}) => startSalesforceEmulator({ env: {}, ...options })

const company = (number: number) => ({
  Name: `Harbour ${number} Pty Ltd`,
  Website: `https://www.harbour-${number}.example`,
  Phone: `+61 2 5550 10${String(number).padStart(2, '0')}`,
  Industry: 'Construction',
  NumberOfEmployees: 12,
  ABN__c: `5182475${String(number).padStart(4, '0')}`,
})

const person = (number: number) => ({
  FirstName: 'Kim',
  LastName: `Park ${number}`,
  Email: `kim@harbour-${number}.example`,
  Title: 'Manager',
  DoNotCall: true,
})

const subject: ConnectorSubject = {
  kind: salesforce,
  start,
  records: { company: 'Account', person: 'Contact' },
  company,
  person,
  textField: 'Description',
  refused: { Website: 'https://nameless.example' },
  keys: {
    company: (number) => [
      { kind: 'domain', value: `harbour-${number}.example` },
      { kind: 'abn', value: company(number).ABN__c },
      { kind: 'own', value: `c_${number}` },
    ],
    person: (number) => [
      { kind: 'email', value: person(number).Email },
      { kind: 'own', value: `p_${number}` },
    ],
  },
  // A duplicate rule refuses it, but names no record; see below.
  refusesDoubles: false,
  followsMerges: true,
  seesDeleted: true,
  writePath: '/composite/sobjects',
  activityPath: '/sobjects/Task',
  companyOf: ({ values }) => (typeof values['AccountId'] === 'string' ? values['AccountId'] : null),
}

describeConnector(subject)
