import type { SessionRecord } from './state.ts'
import { membershipOf, newId, type World } from './world.ts'

const TOKEN_LIFE_S = 60

/** Valid for 60 s. */
export function sessionToken(
  world: World,
  session: SessionRecord,
  authorizedParty: string,
): string {
  const now = Math.floor(world.now() / 1000)
  return world.keys.signToken({
    iss: world.keys.issuer,
    azp: authorizedParty,
    sub: session.userId,
    sid: session.id,
    sts: 'active',
    fva: [Math.floor((world.now() - session.createdAt) / 60_000), -1],
    ...(world.tokens === 'v1' ? firstVersion(world, session) : secondVersion(world, session)),
    iat: now,
    nbf: now - 10,
    exp: now + TOKEN_LIFE_S,
    jti: newId('jti').slice(4),
  })
}

function firstVersion(world: World, session: SessionRecord): object {
  const { organization, membership } = organizationOfSession(world, session)
  if (!organization || !membership) return {}
  return {
    org_id: organization.id,
    org_slug: organization.slug,
    org_role: membership.role,
    org_permissions: [],
  }
}

// The second version writes the role without its prefix.
function secondVersion(world: World, session: SessionRecord): object {
  const { organization, membership } = organizationOfSession(world, session)
  if (!organization || !membership) return { v: 2 }
  const rol = membership.role.replace(/^org:/, '')
  return { v: 2, o: { id: organization.id, slg: organization.slug, rol } }
}

function organizationOfSession({ state }: World, { userId, organizationId }: SessionRecord) {
  const organization = organizationId ? state.organizations[organizationId] : undefined
  const membership = organization && membershipOf(state, userId, organization.id)
  return { organization, membership }
}
