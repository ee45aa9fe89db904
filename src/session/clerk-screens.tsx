import {
  CreateOrganization,
  OrganizationList,
  OrganizationProfile,
  SignIn,
  SignUp,
  UserProfile,
} from '@clerk/clerk-react'
import type { ReactNode } from 'react'
import { links } from '../../contract/links.ts'
import { embedded } from './appearance.ts'
import type { ScreenName } from './slots.ts'

/** Of a profile with several pages only the first is shown, without its navigation: the screen around it has tabs. */
export const clerkScreens: Record<ScreenName, (fallback: ReactNode) => ReactNode> = {
  'sign-in': (fallback) => <SignIn routing="path" path={links.signIn()} fallback={fallback} />,
  'sign-up': (fallback) => <SignUp routing="path" path={links.signUp()} fallback={fallback} />,
  'create-company': (fallback) => (
    <CreateOrganization
      routing="hash"
      afterCreateOrganizationUrl={links.home()}
      skipInvitationScreen
      fallback={fallback}
    />
  ),
  'select-customer': (fallback) => (
    <OrganizationList
      hidePersonal
      skipInvitationScreen
      afterSelectOrganizationUrl={links.home()}
      afterCreateOrganizationUrl={links.home()}
      fallback={fallback}
    />
  ),
  users: (fallback) => (
    <OrganizationProfile
      routing="hash"
      appearance={embedded}
      afterLeaveOrganizationUrl={links.home()}
      fallback={fallback}
    >
      <OrganizationProfile.Page label="members" />
      <OrganizationProfile.Page label="general" />
    </OrganizationProfile>
  ),
  company: (fallback) => (
    <OrganizationProfile
      routing="hash"
      appearance={embedded}
      afterLeaveOrganizationUrl={links.home()}
      fallback={fallback}
    />
  ),
  account: (fallback) => (
    <UserProfile routing="hash" appearance={embedded} fallback={fallback}>
      <UserProfile.Page label="account" />
      <UserProfile.Page label="security" />
    </UserProfile>
  ),
  security: (fallback) => (
    <UserProfile routing="hash" appearance={embedded} fallback={fallback}>
      <UserProfile.Page label="security" />
      <UserProfile.Page label="account" />
    </UserProfile>
  ),
}
