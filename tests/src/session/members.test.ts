// @vitest-environment node
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { memberService } from '../../../src/session/members.ts'
import { openNeighbourhood, roleIn, type Neighbourhood } from '../../kit/clerk/neighbourhood.ts'

let people: Neighbourhood

beforeAll(async () => {
  people = await openNeighbourhood()
})
afterEach(() => people.closePages())
afterAll(() => people.emulator.end())

/** A company of its own, with a Standard member. */
const companyOfTwo = async (name: string) => {
  const founder = await people.companyOf(name)
  const service = memberService(founder.clerk)
  const email = people.nextAddress()
  await service.invite([email], 'standard')
  const { page: colleague } = await people.newcomer({ emailAddress: email })
  const { data } = (await colleague.clerk.user?.getOrganizationInvitations()) ?? { data: [] }
  await data[0]?.accept()
  await colleague.clerk.setActive({ organization: data[0]?.publicOrganizationData.id ?? null })
  return { founder, service, colleague, email }
}

test('an invitation is pending with its role until it is revoked', async () => {
  const service = memberService((await people.companyOf('Quarry Lane')).clerk)
  await service.invite(['kim@quarry.example', 'lee@quarry.example'], 'admin')
  const pending = await service.pending()
  expect(pending.map(({ email }) => email).toSorted()).toEqual([
    'kim@quarry.example',
    'lee@quarry.example',
  ])
  expect(pending[0]).toMatchObject({ is: 'invited', role: 'admin', at: expect.any(Number) })
  for (const each of pending) await service.refuse(each)
  expect(await service.pending()).toEqual([])
})

test('a member’s role changes to the key that the service has for it', async () => {
  const { service, colleague } = await companyOfTwo('Two Rivers')
  const userId = colleague.clerk.user?.id ?? ''
  await service.setRole(userId, 'admin')
  expect(await roleIn(colleague, people)).toBe('admin')
  await service.setRole(userId, 'standard')
  expect(await roleIn(colleague, people)).not.toBe('admin')
})

test('a removed member belongs to no organisation', async () => {
  const { service, colleague, founder } = await companyOfTwo('Stone Bridge')
  await service.remove(colleague.clerk.user?.id ?? '')
  const { data } = (await founder.clerk.organization?.getMemberships()) ?? { data: [] }
  expect(data).toHaveLength(1)
})

test('a refusal is a sentence for the user: an address invited already, the last admin', async () => {
  const founder = await people.companyOf('Long Paddock')
  const service = memberService(founder.clerk)
  await service.invite(['kim@paddock.example'], 'standard')
  await expect(service.invite(['kim@paddock.example'], 'standard')).rejects.toThrow(
    'One of them is already invited.',
  )
  await expect(service.setRole(founder.clerk.user?.id ?? '', 'standard')).rejects.toThrow(
    'Your company needs at least one admin.',
  )
})

test('without an active organisation nothing is sent', async () => {
  await expect(memberService({}).remove('user_1')).rejects.toThrow('Choose a company first.')
})
