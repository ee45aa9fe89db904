import type { CrmUser, CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import { byIds, equals, listAnswer, type Item } from './lists.ts'
import { timeOf } from './views.ts'

const teamId = 5501

/** Who is connected, the users of the team and its own fields. */
export const teamRoutes = (on: On, world: CrmWorld): void => {
  on('GET', '/me', null, ({ user }) => ({ status: 200, body: { data: userView(user) } }))
  on('GET', '/team', 'team:read', () => ({
    status: 200,
    body: { data: { id: teamId, name: 'Harbour Sales', plan: 'team_advanced' } },
  }))
  on('GET', '/users', 'users:read', ({ query }) => ({
    status: 200,
    body: listAnswer(world.users.map(userView), query, {
      ...byIds,
      emails: equals('email'),
    }),
  }))
  on('GET', '/custom_fields', 'custom_fields:read', ({ query }) => ({
    status: 200,
    body: listAnswer(ownFields(world), query, { ...byIds, field_type: equals('field_type') }),
  }))
}

export const guidOf = ({ id }: CrmUser): string => `7c2b0000-0000-4000-8000-${id.padStart(12, '0')}`

const userView = (user: CrmUser): Item => ({
  id: Number(user.id),
  guid: guidOf(user),
  name: user.name,
  first_name: user.name.split(' ')[0],
  last_name: user.name.split(' ').slice(1).join(' '),
  email: user.email,
  active: user.isActive,
  time_zone: 'Australia/Sydney',
  team: { id: teamId, _href: `/v2/team` },
  created_at: timeOf(Date.UTC(2024, 0, 1)),
  updated_at: timeOf(Date.UTC(2024, 0, 1)),
})

const ownFields = ({ state }: CrmWorld): readonly Item[] =>
  Object.entries(state.fields).flatMap(([object, fields]) =>
    fields.map((field) => ({
      id: Number(field.more['id']),
      name: field.name,
      field_type: object === 'account' ? 'company' : 'person',
      value_type: field.type,
      created_at: timeOf(Date.UTC(2024, 0, 1)),
      updated_at: timeOf(Date.UTC(2024, 0, 1)),
    })),
  )
