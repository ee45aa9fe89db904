import type { CrmWorld } from '../core/world.ts'

/** The team's own fields, and in `demo` accounts whose domains are written in several ways. */
export const seedTeam = (world: CrmWorld, seed: 'empty' | 'demo'): void => {
  world.state.fields['account'] = [ownField('ABN', 47_759), ownField('NZBN', 47_760)]
  world.state.fields['person'] = [ownField('hobby', 47_761)]
  if (seed === 'empty') return
  for (let number = 1; number <= 200; number += 1) {
    const account = world.store.create('account', accountOf(number), 'seed')
    if (number % 2 === 0)
      world.store.create(
        'person',
        {
          first_name: 'Kim',
          last_name: `Park ${number}`,
          email_address: `kim@seed-${number}.example`,
          title: 'Manager',
          account_id: account.id,
          owner_id: '49067',
        },
        'seed',
      )
  }
}

const accountOf = (number: number): Record<string, unknown> => {
  const host = `seed-${number}.example`
  const domains = [host, `www.${host}`, `https://www.${host}`, `https://www.${host}/en-au/`]
  return {
    name: `Seed ${number} Pty Ltd`,
    domain: domains[number % domains.length],
    website: `https://www.${host}`,
    city: number % 5 === 0 ? 'Auckland' : 'Sydney',
    country: number % 5 === 0 ? 'New Zealand' : 'Australia',
    industry: 'Construction',
    size: String(number),
    owner_id: '49067',
  }
}

const ownField = (name: string, id: number) => ({
  name,
  label: name,
  type: 'text',
  isRequired: false,
  isReadOnly: false,
  isUnique: false,
  maxLength: null,
  options: [],
  isOwn: true,
  more: { id },
})
