import type { SessionRecord } from './state.ts'
import { newId, membershipOf, type World } from './world.ts'

const TOKEN_LIFE_S = 60

/** A session token in Clerk's second version of claims: organisation under `o`, its role without the `org:` prefix. */
export function sessionToken(
  world: World,
  session: SessionRecord,
  authorizedParty: string,
): string {
  const now = Math.floor(world.now() / 1000)
  return world.keys.signToken({
    v: 2,
    iss: world.keys.issuer,
    azp: authorizedParty,
    sub: session.userId,
    sid: session.id,
    sts: 'active',
    fva: [Math.floor((world.now() - session.createdAt) / 60_000), -1],
    ...organizationClaim(world, session),
    iat: now,
    nbf: now - 10,
    exp: now + TOKEN_LIFE_S,
    jti: newId('jti').slice(4),
  })
}

function organizationClaim(world: World, session: SessionRecord): object {
  const organization = session.organizationId
    ? world.state.organizations[session.organizationId]
    : undefined
  const membership = organization && membershipOf(world.state, session.userId, organization.id)
  if (!organization || !membership) return {}
  return {
    o: { id: organization.id, slg: organization.slug, rol: membership.role.replace(/^org:/, '') },
  }
}
