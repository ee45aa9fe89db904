import type { CrmUser, CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import { timeZone } from './limits.ts'
import { notEmulated } from './refusals.ts'

export const hubId = 44_237_313

const user = (
  id: string,
  name: string,
  email: string,
  deniedScopes: readonly string[] = [],
): CrmUser => ({ id, name, email, isActive: true, deniedScopes })

export const users: readonly CrmUser[] = [
  user('9', 'Ana Wu', 'ana@harbour.example'),
  user('10', 'Bo Tane', 'bo@harbour.example'),
  // Without the right to make properties.
  user('11', 'Cy Reed', 'cy@harbour.example', [
    'crm.schemas.contacts.write',
    'crm.schemas.companies.write',
  ]),
  { ...user('12', 'Di Fox', 'di@harbour.example'), isActive: false },
  user('13', 'Ed Lowe', 'ed@harbour.example', ['crm.objects.companies.write']),
]

/** Records name an owner by this id, not by the user's. */
export const ownerIdOf = ({ id }: CrmUser): string => String(Number(id) + 42)

/** The account that is connected, and its owners. */
export const teamRoutes = (on: On, world: CrmWorld): void => {
  on('GET', 'account-info', '/details', { scopes: [] }, () => ({
    status: 200,
    body: {
      portalId: hubId,
      accountType: 'STANDARD',
      timeZone,
      companyCurrency: 'AUD',
      additionalCurrencies: [],
      utcOffset: '+10:00',
      utcOffsetMilliseconds: 36_000_000,
      uiDomain: 'app.hubspot.com',
      dataHostingLocation: 'na1',
    },
  }))
  on('GET', 'owners', '', { scopes: ['crm.objects.owners.read'] }, ({ query }) => {
    for (const name of query.keys())
      if (!['limit', 'email', 'after', 'archived'].includes(name))
        throw notEmulated(`parameter ${name}`)
    const limit = Math.min(500, Number(query.get('limit') ?? 100))
    const email = query.get('email')
    const isArchived = query.get('archived') === 'true'
    const owners = world.users
      .filter(({ isActive }) => isActive !== isArchived)
      .filter((each) => email === null || each.email === email.toLowerCase())
      .filter((each) => Number(ownerIdOf(each)) > Number(query.get('after') ?? 0))
    const page = owners.slice(0, limit)
    const last = page.at(-1)
    return {
      status: 200,
      body: {
        results: page.map(ownerView),
        ...(last && owners.length > limit && { paging: { next: { after: ownerIdOf(last) } } }),
      },
    }
  })
}

const ownerView = (owner: CrmUser): object => ({
  id: ownerIdOf(owner),
  email: owner.email,
  type: 'PERSON',
  userId: Number(owner.id),
  firstName: owner.name.split(' ')[0],
  lastName: owner.name.split(' ').slice(1).join(' '),
  archived: !owner.isActive,
  teams: [],
  createdAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-01T00:00:00.000Z',
})
