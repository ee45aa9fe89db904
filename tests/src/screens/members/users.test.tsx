import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Subscription } from '../../../../contract/org/customer.ts'
import { membersBeyond } from '../../../../src/shared/members/seats.ts'
import { readEmails } from '../../../../src/screens/members/read-emails.ts'
import { UsersScreen } from '../../../../src/screens/members/users-screen.tsx'
import type { MemberService, Pending } from '../../../../src/session/members.ts'
import { session } from '../../../../src/session/session.ts'
import { noMemberService, signedInSession } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show, windowOf } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
beforeEach(() => windowOf(1440))
afterEach(() => act(() => session.update(unknown)))

const alex = aMember()
const sam = aMember({
  userId: 'user_2',
  name: 'Sam Wattle',
  email: 'sam@harbour.example',
  role: 'standard',
  cap: 1_250,
})

const planFor = (seats: number): Subscription => ({
  id: 'sub_1',
  customer: 'cus_1',
  billingCountry: 'AU',
  billingCurrency: 'AUD',
  plan: { product: 'prod_growth', metadata: { plan_name: 'Growth' } },
  items: { data: [] },
  status: 'active',
  planBucketId: 'bkt_growth',
  metadata: {
    plan_name: 'Growth',
    bucketId: 'bkt_growth',
    seats,
    credits: 600,
    periodEnd: '2027-01-01T00:00:00Z',
  },
})

const open = (
  service: Partial<MemberService> = {},
  role: 'admin' | 'standard' = 'admin',
  seats?: number,
  customerInfo = async () => anInfo([alex, sam]),
) => {
  const members = { ...noMemberService, ...service }
  act(() => session.update(signedInSession({ members }, { role }).current()))
  show(
    <UsersScreen />,
    fakeApi({
      customerInfo,
      activePlan: async () => ({ subscription: seats === undefined ? null : planFor(seats) }),
    }),
    '/dashboard/users',
  )
  return userEvent.setup()
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

describe('the users of an organisation', () => {
  it('are rows with name, role, last visit, limit and email', async () => {
    open()
    const row = within(await rowOf('Sam Wattle'))
    expect(row.getByRole('rowheader').textContent).toContain('Sam Wattle')
    for (const text of ['Standard', 'Not signed in yet', '1,250', 'sam@harbour.example'])
      row.getByText(text)
    expect(within(await rowOf('Alex Fernleigh')).getByText('You')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('are cards on a phone, with the whole email', async () => {
    windowOf(390)
    open()
    const card = await screen.findByRole('button', { name: /^Sam Wattle/ })
    expect(card.textContent).toContain('sam@harbour.example')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('open with a press; a changed role is shown as saved once the service has it', async () => {
    let answer = (): void => undefined
    const setRole = vi.fn<MemberService['setRole']>(
      () => new Promise((done) => (answer = () => done())),
    )
    const user = open({ setRole })
    await user.click(await rowOf('Sam Wattle'))
    const sheet = within(await screen.findByRole('dialog', { name: 'Sam Wattle' }))
    await user.click(sheet.getByRole('radio', { name: 'Admin' }))
    expect(setRole).toHaveBeenCalledWith('user_2', 'admin')
    expect(sheet.queryByText('Saved')).toBeNull()
    act(answer)
    await sheet.findByText('Saved')
    expect(within(screen.getByRole('table', { hidden: true })).getAllByText('Admin')).toHaveLength(
      2,
    )
  })

  it('keep a changed role when an answer from before the change arrives later', async () => {
    const before = anInfo([alex, sam])
    let answer = (): void => undefined
    const customerInfo = vi
      .fn<() => Promise<typeof before>>(async () => before)
      .mockResolvedValueOnce(before)
      .mockReturnValueOnce(new Promise((done) => (answer = () => done(before))))
    const request: Pending = {
      id: 'req_1',
      is: 'requested',
      email: 'jo@harbour.example',
      role: null,
      at: 1,
    }
    const user = open(
      { pending: async () => [request], accept: async () => {}, setRole: async () => {} },
      'admin',
      undefined,
      customerInfo,
    )
    await user.click(await screen.findByRole('button', { name: 'Accept jo@harbour.example' }))
    await vi.waitFor(() => expect(customerInfo).toHaveBeenCalledTimes(2))
    await user.click(await rowOf('Sam Wattle'))
    const sheet = within(await screen.findByRole('dialog', { name: 'Sam Wattle' }))
    await user.click(sheet.getByRole('radio', { name: 'Admin' }))
    await sheet.findByText('Saved')
    answer()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(screen.getByRole('table')).getAllByText('Admin')).toHaveLength(2)
  })

  it('keep their role when the service refuses, which says why', async () => {
    const user = open({
      setRole: () => Promise.reject(new Error('Your company needs at least one admin.')),
    })
    await user.click(await rowOf('Sam Wattle'))
    const sheet = within(await screen.findByRole('dialog', { name: 'Sam Wattle' }))
    await user.click(sheet.getByRole('radio', { name: 'Admin' }))
    expect((await sheet.findByRole('alert')).textContent).toBe(
      'Your company needs at least one admin.',
    )
    expect(sheet.getByRole('radio', { name: 'Standard' })).toHaveProperty('checked', true)
  })

  it('are removed after a question, and leave the table', async () => {
    const remove = vi.fn<MemberService['remove']>(async () => undefined)
    const user = open({ remove })
    await user.click(await screen.findByRole('button', { name: 'Actions for Sam Wattle' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Sam Wattle?' }))
    expect(remove).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: 'Remove user' }))
    await waitFor(() => expect(screen.queryByText('sam@harbour.example')).toBeNull())
    expect(remove).toHaveBeenCalledWith('user_2')
  })

  it('are invited by work email and role; the dialog stays open with the reason of a refusal', async () => {
    const sent: unknown[] = []
    const pending: Pending[] = []
    const user = open({
      pending: async () => [...pending],
      invite: async (emails, role) => {
        sent.push([emails, role])
        if (sent.length === 1) throw new Error('One of them is already invited.')
        pending.push({ id: 'inv_1', is: 'invited', email: 'kim@harbour.example', role, at: 1 })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Invite user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite user' }))
    await user.type(dialog.getByLabelText('Work emails'), 'kim{Enter}')
    await dialog.findByText('“kim” isn’t an email address.')
    await user.type(dialog.getByLabelText('Work emails'), '@harbour.example')
    await user.click(dialog.getByRole('button', { name: 'Send invitations' }))
    await dialog.findByText('One of them is already invited.')
    await user.click(dialog.getByRole('button', { name: 'Send invitations' }))
    const invited = within(await screen.findByRole('list', { name: 'Invitations', hidden: true }))
    invited.getByText('kim@harbour.example')
    expect(sent).toEqual([
      [['kim@harbour.example'], 'standard'],
      [['kim@harbour.example'], 'standard'],
    ])
  })

  it('wait to join as invitations to revoke and requests to accept', async () => {
    let pending: Pending[] = [
      { id: 'req_1', is: 'requested', email: 'jo@harbour.example', role: null, at: 1 },
      { id: 'inv_1', is: 'invited', email: 'kim@harbour.example', role: 'standard', at: 1 },
    ]
    const drop = async ({ id }: Pending): Promise<void> => {
      pending = pending.filter((each) => each.id !== id)
    }
    const user = open({ pending: async () => pending, refuse: drop, accept: drop })
    await user.click(await screen.findByRole('button', { name: 'Accept jo@harbour.example' }))
    await waitFor(() => expect(screen.queryByText('jo@harbour.example')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Revoke kim@harbour.example' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull())
  })

  it('are only read by a Standard user, who learns which admin to ask', async () => {
    const user = open({}, 'standard')
    await screen.findByText('Need to invite or remove someone? Ask Alex Fernleigh.')
    expect(screen.queryByRole('button', { name: 'Invite user' })).toBeNull()
    await user.click(await rowOf('Sam Wattle'))
    const sheet = within(await screen.findByRole('dialog', { name: 'Sam Wattle' }))
    sheet.getByText('1,250 credits')
    for (const role of ['radio', 'checkbox', 'textbox']) expect(sheet.queryByRole(role)).toBeNull()
    expect(sheet.queryByText('Remove user')).toBeNull()
  })

  it('cannot be invited without a connection to the sign-in service', async () => {
    open()
    act(() => session.update({ service: null }))
    const invite = await screen.findByRole('button', { name: 'Invite user' })
    expect(invite.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the users that a plan is for', () => {
  it('are counted, and more than are left cannot be invited', async () => {
    const invite = vi.fn<MemberService['invite']>(async () => undefined)
    const user = open({ invite }, 'admin', 3)
    await screen.findByText(/2 of 3 users/)
    await user.click(screen.getByRole('button', { name: 'Invite user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite user' }))
    await user.type(dialog.getByLabelText('Work emails'), 'a@b.example c@d.example{Enter}')
    await dialog.findByText('Your plan has space for 1 more user, and you’re inviting 2.')
    expect(invite).not.toHaveBeenCalled()
  })

  it('close invitations when all are in, and say where to add more', async () => {
    open({}, 'admin', 2)
    await screen.findByText(/^Your plan is for 2 users, and it’s full\./)
    const invite = screen.getByRole('button', { name: 'Invite user' })
    expect(invite.getAttribute('aria-disabled')).toBe('true')
    const add = screen.getByRole('link', { name: 'Add users to your plan' })
    expect(add.getAttribute('href')).toBe('/dashboard/billing')
  })

  it('leave everyone in when there are fewer than members', async () => {
    open({}, 'admin', 1)
    await screen.findByText(/2 have joined\. Everyone keeps access/)
    expect(await rowOf('Sam Wattle')).toBeTruthy()
  })

  it('leave out Standard users before admins, those away for longest first', () => {
    const jo = aMember({ userId: 'user_3', name: 'Jo', role: 'standard', lastSeen: '2026-03-01' })
    expect(membersBeyond([alex, jo, sam], 1)).toEqual([sam, jo])
    expect(membersBeyond([alex, jo, sam], 3)).toEqual([])
  })
})

describe('work emails', () => {
  it('are read with any separator, once each', () => {
    expect(readEmails(' a@b.example, C@d.example;\na@b.example ')).toEqual({
      emails: ['a@b.example', 'c@d.example'],
    })
  })

  it.each(['', 'a', 'a@b', 'a@@b.example', '@b.example', 'a@.'])('refuse %j', (text) => {
    expect(readEmails(text)).toHaveProperty('error')
  })
})
