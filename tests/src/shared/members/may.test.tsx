import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls, type CallName } from '../../../../contract/api.ts'
import type { Call } from '../../../../contract/core/endpoint.ts'
import { session } from '../../../../src/session/session.ts'
import { askAdmins } from '../../../../src/shared/members/admins.ts'
import { roleMay, useMay } from '../../../../src/shared/members/may.ts'
import { alex } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: { ...alex, role: 'standard' } })))
afterEach(() => act(() => session.update(unknown)))

const names = Object.keys(calls) as CallName[]
const promiseOf = (name: CallName): Call => calls[name]

describe('what a role may do', () => {
  it.each(names)('%s is open to whom the contract names, and to nobody of another role', (name) => {
    const { gate, roles } = promiseOf(name)
    const anyone = gate === 'public' || gate === 'session'
    expect(roleMay('admin', name)).toBe(anyone || roles === undefined || roles.includes('admin'))
    expect(roleMay('standard', name)).toBe(
      anyone || roles === undefined || roles.includes('standard'),
    )
    expect(roleMay('other', name)).toBe(anyone)
    expect(roleMay(null, name)).toBe(anyone)
  })

  it('has calls for admins alone, so that the rule above says something', () => {
    expect(names.filter((name) => !roleMay('standard', name))).toContain('setMemberCap')
  })
})

describe('whom to ask', () => {
  const admin = (name: string) => ({ name, role: 'admin' as const })
  it('is named, up to two', () => {
    expect(askAdmins([admin('Alex Fernleigh')], 'Harbour')).toBe('Ask Alex Fernleigh.')
    expect(askAdmins([admin('Alex'), admin('Kim')], 'Harbour')).toBe('Ask Alex or Kim.')
    expect(askAdmins([admin('Alex'), admin('Kim'), admin('Bo')], 'Harbour')).toBe(
      'Ask Alex, Kim or another admin.',
    )
  })

  it('is an admin of the company where no name is known', () => {
    expect(askAdmins(undefined, 'Harbour')).toBe('Ask an admin of Harbour.')
    expect(askAdmins([{ name: 'Sam', role: 'standard' }], null)).toBe(
      'Ask an admin of your company.',
    )
  })
})

describe('a control', () => {
  const Control = () => {
    const may = useMay('setMemberCap')
    return <p>{may.allowed ? 'open' : may.reason}</p>
  }

  it('says to a Standard user that it is for admins, and names them', async () => {
    show(
      <Control />,
      fakeApi({ customerInfo: async () => anInfo([aMember({ name: 'Alex Fernleigh' })]) }),
    )
    expect(await screen.findByText('Only an admin can do this. Ask Alex Fernleigh.')).toBeTruthy()
  })

  it('opens as soon as the person is an admin, and asks nothing', () => {
    show(<Control />, fakeApi({ customerInfo: async () => anInfo([]) }))
    act(() => session.update({ identity: alex }))
    expect(screen.getByText('open')).toBeTruthy()
  })

  it('tells every other role that it is closed, without asking who the admins are', () => {
    act(() => session.update({ identity: { ...alex, role: 'other' } }))
    show(<Control />, fakeApi({}))
    expect(
      screen.getByText('Your role doesn’t include this. Ask an admin of Harbour Advisory.'),
    ).toBeTruthy()
  })
})
