import type { LocalizationResource } from '@clerk/types'

/** 'company' for organization, 'user' for member, and the labels of spec 2. */
export const organisationLabels: LocalizationResource = {
  createOrganization: {
    title: 'Create company',
    formButtonSubmit: 'Create',
    invitePage: { formButtonReset: 'Skip' },
  },
  organizationList: {
    title: 'Select your customer',
    titleWithoutPersonal: 'Select your customer',
    subtitle: 'to continue to Fieldbook',
    createOrganization: 'Create company',
    action__createOrganization: 'Create company',
  },
  organizationSwitcher: {
    action__openOrganizationSwitcher: 'Switch company',
    action__closeOrganizationSwitcher: 'Close the list of companies',
    action__createOrganization: 'Create company',
    action__manageOrganization: 'Manage company',
    notSelected: 'No company selected',
  },
  organizationProfile: {
    navbar: {
      title: 'Company',
      description: 'Your company and its users',
      general: 'Company',
      members: 'Users',
    },
    start: {
      headerTitle__general: 'Company',
      headerTitle__members: 'Users',
      profileSection: { title: 'Company', primaryButton: 'Change name or logo' },
    },
    profilePage: {
      title: 'Change name or logo',
      successMessage: 'The company has been updated.',
      domainSection: {
        subtitle: 'People with an email at a verified domain can join, or ask to join.',
      },
      dangerSection: {
        title: 'Leave or delete',
        leaveOrganization: {
          title: 'Leave company',
          messageLine1: 'Do you want to leave this company? You will lose access to the app.',
          messageLine2: 'This action is permanent and cannot be undone.',
          successMessage: 'You have left the company.',
          actionDescription: 'Type "{{organizationName}}" below to continue.',
        },
        deleteOrganization: {
          title: 'Delete company',
          messageLine1:
            'Do you want to delete this company? All its users will lose access to the app.',
          messageLine2: 'This action is permanent and cannot be undone.',
          successMessage: 'You have deleted the company.',
          actionDescription: 'Type "{{organizationName}}" below to continue.',
        },
      },
    },
    membersPage: {
      start: {
        headerTitle__members: 'Users',
        headerTitle__invitations: 'Invitations',
        headerTitle__requests: 'Requests',
      },
      action__invite: 'Invite user',
      detailsTitle__emptyRow: 'No users to show',
      activeMembersTab: { menuAction__remove: 'Remove user' },
      invitationsTab: {
        table__emptyRow: 'No open invitations',
        autoInvitations: {
          headerSubtitle:
            'Invite people by connecting an email domain with your company. Anyone who signs up with a matching address can join.',
        },
      },
      requestsTab: {
        table__emptyRow: 'No requests',
        autoSuggestions: {
          headerSubtitle:
            'People who sign up with a matching email domain see your company and can ask to join.',
        },
      },
    },
    invitePage: {
      title: 'Invite user',
      subtitle: 'One or more work emails, separated by spaces or commas.',
      successMessage: 'Invitations sent.',
      detailsTitle__inviteFailed:
        'We couldn’t send the invitations. Already invited: {{email_addresses}}.',
      formButtonPrimary__continue: 'Send invitations',
    },
    createDomainPage: {
      subtitle: 'Add a domain to verify. People with an email there can join, or ask to join.',
    },
    removeDomainPage: {
      messageLine2: 'People with this domain can no longer join automatically.',
    },
    verifiedDomainPage: {
      enrollmentTab: {
        subtitle: 'How people from this domain join the company.',
        automaticInvitationOption__description:
          'They’re invited when they sign up, and can join any time.',
        automaticSuggestionOption__description:
          'They see your company and can ask to join. An admin approves.',
        manualInvitationOption__description: 'They can join only when an admin invites them.',
      },
    },
    plansPage: {
      alerts: {
        noPermissionsToManageBilling: 'Only an admin can manage billing.',
      },
    },
  },
  taskChooseOrganization: {
    chooseOrganization: {
      title: 'Select your customer',
      subtitle: 'Join a company that has invited you, or create one',
      subtitle__createOrganizationDisabled: 'Join a company that has invited you',
      action__createOrganization: 'Create company',
    },
    createOrganization: {
      title: 'Create company',
      subtitle: 'The name your colleagues use',
      formButtonSubmit: 'Create',
      formFieldInputPlaceholder__name: 'Company name',
      formFieldInputPlaceholder__slug: 'company-name',
    },
    organizationCreationDisabled: {
      title: 'You need a company',
      subtitle: 'Ask an admin of your company to invite you.',
    },
    alerts: {
      organizationAlreadyExists:
        '{{organizationName}} ({{organizationDomain}}) already uses Fieldbook. Ask one of its admins to invite you.',
    },
  },
}
