import type { LocalizationResource } from '@clerk/types'
import { phoneErrors } from '../../contract/core/phone.ts'
import { organisationLabels } from './labels-organisation.ts'

const standard = 'Standard'
const admin = 'Admin'

/** The labels of spec 2, the phone errors of spec 5, and 'company' for 'organization'. */
export const labels: LocalizationResource = {
  locale: 'en-AU',
  formFieldLabel__emailAddress: 'Work email',
  formFieldLabel__emailAddresses: 'Work emails',
  formFieldInputPlaceholder__emailAddress: 'name@company.example',
  formFieldInputPlaceholder__emailAddresses: 'sam@company.example, kim@company.example',
  formFieldLabel__phoneNumber: 'Mobile number',
  formFieldInputPlaceholder__phoneNumber: 'Mobile number',
  formFieldLabel__organizationName: 'Company name',
  formFieldInputPlaceholder__organizationName: 'Company name',
  formFieldLabel__organizationDomain: 'Domain',
  formFieldError__verificationLinkExpired: 'The verification link has expired. Ask for a new one.',
  membershipRole__admin: admin,
  membershipRole__basicMember: standard,
  roles: {
    admin,
    'org:admin': admin,
    basic_member: standard,
    'org:basic_member': standard,
  },
  badge__canceledEndsAt: "Cancelled • Ends {{ date | shortDate('en-AU') }}",
  dates: {
    lastDay: "Yesterday at {{ date | timeString('en-AU') }}",
    next6Days: "{{ date | weekday('en-AU','long') }} at {{ date | timeString('en-AU') }}",
    nextDay: "Tomorrow at {{ date | timeString('en-AU') }}",
    numeric: "{{ date | numeric('en-AU') }}",
    previous6Days: "Last {{ date | weekday('en-AU','long') }} at {{ date | timeString('en-AU') }}",
    sameDay: "Today at {{ date | timeString('en-AU') }}",
  },
  signIn: {
    start: {
      title: 'Log in',
      titleCombined: 'Log in',
      subtitle: 'Find the companies and people you sell to',
      subtitleCombined: 'Find the companies and people you sell to',
      actionText: 'New to Fieldbook?',
      actionLink: 'Create an account',
      actionLink__use_phone: 'Use mobile number',
      actionLink__use_email: 'Use work email',
    },
    phoneCode: { title: 'Check your mobile' },
  },
  signUp: {
    start: {
      title: 'Create your account',
      titleCombined: 'Create your account',
      subtitle: 'Use your work email',
      subtitleCombined: 'Use your work email',
      actionLink: 'Log in',
    },
    continue: {
      title: 'Finish your account',
      subtitle: 'We need a few more details',
      actionLink: 'Log in',
    },
    emailCode: {
      title: 'Verify your work email',
      subtitle: 'Enter the code we sent to your work email',
    },
    phoneCode: {
      title: 'Verify your mobile number',
      formSubtitle: 'Enter the code we sent to your mobile number',
    },
    restrictedAccess: {
      subtitle: 'Sign-up is closed. Ask an admin of your company to invite you.',
    },
  },
  userProfile: {
    navbar: {
      title: 'Account',
      description: 'Your account and how you log in',
      account: 'Profile',
    },
    start: {
      emailAddressesSection: {
        title: 'Work email',
        primaryButton: 'Add work email',
        destructiveAction: 'Remove work email',
      },
      phoneNumbersSection: {
        title: 'Mobile number',
        primaryButton: 'Add mobile number',
        destructiveAction: 'Remove mobile number',
        detailsAction__unverified: 'Verify mobile number',
      },
      activeDevicesSection: {
        title: 'Devices and sessions',
        destructiveAction: 'Log out of device',
      },
    },
    emailAddressPage: {
      title: 'Add work email',
      verifyTitle: 'Verify work email',
      formHint: 'We’ll email you a code to confirm this address.',
      removeResource: {
        title: 'Remove work email',
        messageLine2: 'You won’t be able to log in with it.',
      },
    },
    phoneNumberPage: {
      title: 'Add mobile number',
      verifyTitle: 'Verify mobile number',
      infoText: 'We’ll text a code to this number.',
      removeResource: {
        title: 'Remove mobile number',
        messageLine2: 'We’ll remove it from your account.',
      },
    },
    deletePage: {
      messageLine1:
        'Do you want to delete your account? You’ll lose access to the app and every company you belong to.',
    },
  },
  ...organisationLabels,
  unstable__errors: {
    form_identifier_exists__phone_number: phoneErrors.inUse,
    form_param_format_invalid__phone_number: phoneErrors.format,
    form_param_type_invalid__phone_number: phoneErrors.format,
    phone_number_exists: phoneErrors.inUse,
    form_identifier_exists__email_address:
      'This work email is taken. Log in with it, or try another.',
    form_identifier_not_found:
      'We can’t find an account with this email or mobile number. Check it, or create an account.',
    form_param_format_invalid__email_address: 'Enter a complete email address.',
    form_password_pwned: 'This password has appeared in a data breach. Choose a different one.',
    organization_minimum_permissions_needed: 'A company needs at least one admin.',
    organization_not_found_or_unauthorized:
      'You’re no longer a user of this company. Choose or create another one.',
    organization_not_found_or_unauthorized_with_create_organization_disabled:
      'You’re no longer a user of this company. Choose another one.',
    organization_membership_quota_exceeded:
      'You’ve reached your user limit, including open invitations.',
    already_a_member_in_organization: '{{email}} is already a user of this company.',
  },
}
