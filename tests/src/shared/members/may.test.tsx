import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls, type EndpointName } from '../../../../contract/api.ts'
import type { Endpoint } from '../../../../contract/core/endpoint.ts'
import { session } from '../../../../src/session/session.ts'
import { askAdmins } from '../../../../src/shared/members/admins.ts'
import { roleMay, useMay } from '../../../../src/shared/members/may.ts'
import { alex } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: { ...alex, role: 'standard' } })))
afterEach(() => act(() => session.update(unknown)))

const names = Object.keys(calls) as EndpointName[]
const promiseOf = (name: EndpointName): Endpoint => calls[name]

describe('what a role may do', () => {
  it.each(names)(
    '%s is open to the callers that the contract names, and to no other role',
    (name) => {
      const { callers } = promiseOf(name)
      const anyone = callers === 'anyone'
      expect(roleMay('admin', name)).toBe(true)
      expect(roleMay('standard', name)).toBe(callers !== 'admins')
      expect(roleMay('other', name)).toBe(anyone)
      expect(roleMay(null, name)).toBe(anyone)
    },
  )

  it('excludes Standard users from some endpoints, which proves the check', () => {
    expect(names.filter((name) => !roleMay('standard', name))).toContain('setMemberCap')
  })
})

describe('the admins to ask', () => {
  const admin = (name: string) => ({ name, role: 'admin' as const })
  it('are named, up to two', () => {
    expect(askAdmins([admin('Alex Fernleigh')], 'Harbour')).toBe('Ask Alex Fernleigh.')
    expect(askAdmins([admin('Alex'), admin('Kim')], 'Harbour')).toBe('Ask Alex or Kim.')
    expect(askAdmins([admin('Alex'), admin('Kim'), admin('Bo')], 'Harbour')).toBe(
      'Ask Alex, Kim or another admin.',
    )
  })

  it('are those of the company if no name is known', () => {
    expect(askAdmins(undefined, 'Harbour')).toBe('Ask an admin of Harbour.')
    expect(askAdmins([{ name: 'Sam', role: 'standard' }], null)).toBe(
      'Ask an admin of your company.',
    )
  })
})

describe('a control for admins', () => {
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

  it('is enabled as soon as the user is an admin, without a request', () => {
    show(<Control />, fakeApi({ customerInfo: async () => anInfo([]) }))
    act(() => session.update({ identity: alex }))
    expect(screen.getByText('open')).toBeTruthy()
  })

  it('is disabled for every other role, without a request for the admins', () => {
    act(() => session.update({ identity: { ...alex, role: 'other' } }))
    show(<Control />, fakeApi({}))
    expect(
      screen.getByText('Your role doesn’t include this. Ask an admin of Harbour Advisory.'),
    ).toBeTruthy()
  })
})
