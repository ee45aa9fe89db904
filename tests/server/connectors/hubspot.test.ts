import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { describeConnector } from '../../kit/crm/connector-suite.ts'
import { ownKeyOf, type ConnectorSubject } from '../../kit/crm/subject.ts'

const start = () => startHubspotEmulator({ env: {} })

const company = (number: number) => ({
  name: `Harbour ${number} Pty Ltd`,
  domain: `harbour-${number}.example`,
  phone: `+61 2 5550 10${String(number).padStart(2, '0')}`,
  industry: 'CONSTRUCTION',
  numberofemployees: String(number),
})

const person = (number: number) => ({
  firstname: 'Kim',
  lastname: `Park ${number}`,
  email: `kim@harbour-${number}.example`,
  jobtitle: 'Manager',
})

const subject: ConnectorSubject = {
  kind: hubspot,
  start,
  records: { company: 'companies', person: 'contacts' },
  company,
  person,
  textField: 'description',
  refused: { ...company(2), industry: 'SHIPPING_BY_BALLOON' },
  keys: {
    company: (number) => [
      { kind: 'own', value: ownKeyOf('company', number) },
      { kind: 'domain', value: company(number).domain },
    ],
    person: (number) => [
      { kind: 'own', value: ownKeyOf('contact', number) },
      { kind: 'email', value: person(number).email },
    ],
  },
  refusesDoubles: true,
  followsMerges: true,
  seesDeleted: true,
  writePath: '/batch/upsert',
  activityPath: '/notes',
  companyOf: ({ values }) =>
    typeof values['associatedcompanyid'] === 'string' ? values['associatedcompanyid'] : null,
}

describeConnector(subject)
