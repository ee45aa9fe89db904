import { expect, test } from 'vitest'
import { labelsFor } from '../../../src/identity/labels.ts'

const labels = labelsFor('Harbour Advisory')

test("Clerk's screens speak the words of the specification", () => {
  expect(labels).toMatchObject({
    createOrganization: { title: 'Create company', formButtonSubmit: 'Create' },
    organizationList: { titleWithoutPersonal: 'Select your customer' },
    organizationProfile: {
      start: { headerTitle__members: 'Users' },
      membersPage: {
        action__invite: 'Invite user',
        activeMembersTab: { menuAction__remove: 'Remove user' },
      },
    },
    signIn: { start: { title: 'Log in', titleCombined: 'Log in' } },
    formFieldLabel__emailAddress: 'Work email',
    formFieldLabel__phoneNumber: 'Mobile number',
    roles: { basic_member: 'Standard', 'org:basic_member': 'Standard' },
    unstable__errors: {
      form_identifier_exists__phone_number: 'This mobile number is taken. Please try another.',
      form_param_format_invalid__phone_number:
        'Mobile number must be in a valid international format',
    },
  })
})

test('leaving a company is said to lose access and to be permanent', () => {
  const leave = labels.organizationProfile?.profilePage?.dangerSection?.leaveOrganization
  expect(leave?.messageLine1).toContain('lose access to the app')
  expect(leave?.messageLine2).toContain('permanent')
})

test("the company menu is called by the company's name, as it is seen", () => {
  expect(labels.organizationSwitcher?.action__openOrganizationSwitcher).toContain(
    'Harbour Advisory',
  )
})

test('none of our words says organization', () => {
  expect(words(labels).filter((word) => /organi[sz]ation/i.test(word))).toEqual([])
})

function words(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(words) : []
}
