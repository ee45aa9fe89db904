import { verification } from './verifications.ts'
import type {
  Identification,
  InvitationRecord,
  MembershipRecord,
  OrganizationRecord,
  UserRecord,
} from './state.ts'
import {
  isAdmin,
  membershipsOfOrganization,
  membershipsOfUser,
  roleOf,
  type World,
} from './world.ts'

export function userShape(world: World, user: UserRecord): object {
  return {
    ...userBasics(world, user),
    organization_memberships: membershipsOfUser(world.state, user.id).map((membership) =>
      membershipShape(world, membership),
    ),
  }
}

export function userBasics(world: World, user: UserRecord): object {
  return {
    object: 'user',
    id: user.id,
    external_id: user.externalId,
    username: null,
    first_name: user.firstName,
    last_name: user.lastName,
    image_url: imageUrl(world, user),
    profile_image_url: imageUrl(world, user),
    has_image: user.imageId !== null,
    profile_image_id: user.imageId ?? '',
    primary_email_address_id: user.primaryEmailId,
    primary_phone_number_id: user.primaryPhoneId,
    primary_web3_wallet_id: null,
    email_addresses: user.emails.map(emailShape),
    phone_numbers: user.phones.map(phoneShape),
    web3_wallets: [],
    external_accounts: [],
    enterprise_accounts: [],
    saml_accounts: [],
    passkeys: [],
    password_enabled: user.passwordHash !== null,
    totp_enabled: false,
    backup_code_enabled: false,
    two_factor_enabled: false,
    public_metadata: user.publicMetadata,
    unsafe_metadata: user.unsafeMetadata,
    last_sign_in_at: user.lastSignInAt,
    last_active_at: user.lastActiveAt,
    create_organization_enabled: true,
    create_organizations_limit: null,
    delete_self_enabled: true,
    legal_accepted_at: null,
    banned: false,
    locked: false,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  }
}

export function emailShape(email: Identification): object {
  return {
    object: 'email_address',
    id: email.id,
    email_address: email.value,
    verification: verification('email_code', email.verified),
    linked_to: [],
    matches_sso_connection: false,
  }
}

export function phoneShape(phone: Identification): object {
  return {
    object: 'phone_number',
    id: phone.id,
    phone_number: phone.value,
    reserved_for_second_factor: false,
    reserved: false,
    default_second_factor: false,
    linked_to: [],
    backup_codes: [],
    verification: verification('phone_code', phone.verified),
  }
}

export function publicUserData(world: World, user: UserRecord): object {
  return {
    user_id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    image_url: imageUrl(world, user),
    has_image: user.imageId !== null,
    identifier: primaryEmail(user),
    username: null,
  }
}

export function organizationShape(world: World, organization: OrganizationRecord): object {
  const invitations = Object.values(world.state.invitations)
  const members = membershipsOfOrganization(world.state, organization.id)
  return {
    object: 'organization',
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    image_url: imageUrl(world, organization),
    has_image: organization.imageId !== null,
    public_metadata: organization.publicMetadata,
    members_count: members.length,
    missing_member_with_elevated_permissions: !members.some(isAdmin),
    pending_invitations_count: invitations.filter(
      (invitation) => invitation.organizationId === organization.id && isOpen(world, invitation),
    ).length,
    admin_delete_enabled: true,
    max_allowed_memberships: organization.maxAllowedMemberships,
    created_by: organization.createdBy,
    created_at: organization.createdAt,
    updated_at: organization.updatedAt,
  }
}

export function membershipShape(world: World, membership: MembershipRecord): object {
  const organization = world.state.organizations[membership.organizationId]
  const user = world.state.users[membership.userId]
  const role = roleOf(membership.role)
  return {
    object: 'organization_membership',
    id: membership.id,
    role: membership.role,
    role_name: role?.name ?? membership.role,
    permissions: role?.permissions ?? [],
    public_metadata: membership.publicMetadata,
    organization: organization ? organizationShape(world, organization) : null,
    public_user_data: user ? publicUserData(world, user) : null,
    created_at: membership.createdAt,
    updated_at: membership.updatedAt,
  }
}

export function invitationShape(world: World, invitation: InvitationRecord): object {
  const organization = world.state.organizations[invitation.organizationId]
  return {
    object: 'organization_invitation',
    id: invitation.id,
    email_address: invitation.email,
    organization_id: invitation.organizationId,
    public_organization_data: organization ? organizationShape(world, organization) : null,
    public_metadata: invitation.publicMetadata,
    role: invitation.role,
    role_name: roleOf(invitation.role)?.name ?? invitation.role,
    status: statusOf(world, invitation),
    created_at: invitation.createdAt,
    updated_at: invitation.updatedAt,
  }
}

export function primaryEmail(user: UserRecord): string {
  return (
    (user.emails.find((email) => email.id === user.primaryEmailId) ?? user.emails[0])?.value ?? ''
  )
}

export function isOpen(world: World, invitation: InvitationRecord): boolean {
  return invitation.status === 'pending' && invitation.expireAt > world.now()
}

export function statusOf(world: World, invitation: InvitationRecord): string {
  const late = invitation.status === 'pending' && !isOpen(world, invitation)
  return late ? 'expired' : invitation.status
}

export function ticketLink(world: World, { ticket }: InvitationRecord): string {
  return `${world.origin()}/__clerk/v1/tickets/accept?ticket=${ticket}`
}

// The URL changes with the picture, so that no browser shows a stale picture.
function imageUrl(world: World, { id, imageId }: UserRecord | OrganizationRecord): string {
  return `${world.origin()}/__clerk/img/${imageId ?? `${id}.svg`}`
}
