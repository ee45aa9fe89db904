import type { LocalizationResource } from '@clerk/types'

const standard = 'Standard'
const admin = 'Admin'

/** The words of Clerk's screens while this company is the active one; its name is part of what its menu is called, as it is part of what one sees. */
export function labelsFor(orgName: string | null): LocalizationResource {
  const name = orgName ?? 'No company selected'
  return {
    ...labels,
    organizationSwitcher: {
      ...labels.organizationSwitcher,
      action__openOrganizationSwitcher: `${name}, switch company`,
      action__closeOrganizationSwitcher: `${name}, close the list of companies`,
    },
  }
}

/** The words of Clerk's screens: spec 2 'Authentication labels', the phone errors of spec 5, and 'company' wherever Clerk says 'organization'. */
const labels: LocalizationResource = {
  locale: 'en-AU',
  formFieldLabel__emailAddress: 'Work email',
  formFieldLabel__phoneNumber: 'Mobile number',
  formFieldLabel__organizationName: 'Company name',
  formFieldInputPlaceholder__organizationName: 'Company name',
  membershipRole__admin: admin,
  membershipRole__basicMember: standard,
  roles: {
    admin,
    'org:admin': admin,
    basic_member: standard,
    'org:basic_member': standard,
  },
  signIn: {
    start: {
      title: 'Log in',
      titleCombined: 'Log in',
      subtitle: 'Find the companies and people you sell to',
      subtitleCombined: 'Find the companies and people you sell to',
    },
  },
  signUp: {
    start: {
      title: 'Create your account',
      subtitle: 'Use the email address you work with',
      actionLink: 'Log in',
    },
  },
  createOrganization: { title: 'Create company', formButtonSubmit: 'Create' },
  organizationList: {
    title: 'Select your customer',
    titleWithoutPersonal: 'Select your customer',
    subtitle: 'to continue to Fieldbook',
    createOrganization: 'Create company',
    action__createOrganization: 'Create company',
  },
  organizationSwitcher: {
    action__createOrganization: 'Create company',
    action__manageOrganization: 'Manage company',
    notSelected: 'No company selected',
  },
  organizationProfile: {
    navbar: {
      title: 'Company',
      description: 'Your company and its users',
      general: 'General',
      members: 'Users',
    },
    start: {
      headerTitle__general: 'General',
      headerTitle__members: 'Users',
      profileSection: { title: 'Company' },
    },
    profilePage: {
      title: 'Update company',
      successMessage: 'The company has been updated.',
      dangerSection: {
        leaveOrganization: {
          title: 'Leave company',
          messageLine1:
            'Are you sure you want to leave this company? You will lose access to the app.',
          messageLine2: 'This action is permanent and cannot be undone.',
          successMessage: 'You have left the company.',
        },
        deleteOrganization: {
          title: 'Delete company',
          messageLine1: 'Are you sure you want to delete this company?',
          messageLine2: 'This action is permanent and cannot be undone.',
          successMessage: 'You have deleted the company.',
        },
      },
    },
    membersPage: {
      start: { headerTitle__members: 'Users' },
      action__invite: 'Invite user',
      activeMembersTab: { menuAction__remove: 'Remove user' },
    },
    invitePage: { title: 'Invite user' },
  },
  userProfile: {
    start: {
      emailAddressesSection: { title: 'Work email', primaryButton: 'Add work email' },
      phoneNumbersSection: { title: 'Mobile number', primaryButton: 'Add mobile number' },
    },
    phoneNumberPage: { title: 'Add mobile number' },
  },
  unstable__errors: {
    form_identifier_exists__phone_number: 'This mobile number is taken. Please try another.',
    form_param_format_invalid__phone_number:
      'Mobile number must be in a valid international format',
    organization_minimum_permissions_needed: 'A company needs at least one admin.',
    organization_not_found_or_unauthorized:
      'You are no longer a user of this company. Choose or create another one.',
    already_a_member_in_organization: '{{email}} is a user of this company already.',
  },
}
