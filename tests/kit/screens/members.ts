import type { api } from '../../../contract/api.ts'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { Member } from '../../../contract/org/members.ts'

export const aMember = (given: Partial<Member> = {}): Member => ({
  userId: 'user_1',
  name: 'Alex Fernleigh',
  email: 'alex@harbour.example',
  role: 'admin',
  lastSeen: null,
  cap: null,
  disabled: [],
  ...given,
})

export const anInfo = (members: Member[]): EndpointOutput<(typeof api)['customerInfo']> => ({
  customer: {
    id: 'org_1',
    name: 'Harbour Advisory',
    country: 'AU',
    website: null,
    policies: { dncPolicy: 'hide', offlineGraceHours: 72, crmActivities: true },
  },
  members,
  credits: null,
})
