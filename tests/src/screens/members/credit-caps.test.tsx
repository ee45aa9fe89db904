import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '../../../../contract/org/members.ts'
import { parseCap } from '../../../../src/screens/members/cap-text.ts'
import { CreditCaps } from '../../../../src/screens/members/credit-caps.tsx'
import { session } from '../../../../src/session/session.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'
import { aMember, anInfo } from '../../../kit/screens/members.ts'

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: alex })))
afterEach(() => act(() => session.update(unknown)))

const sam = aMember({
  userId: 'user_2',
  name: 'Sam Wattle',
  email: 'sam@harbour.example',
  role: 'standard',
})

type LimitsInput = { userId: string; cap: number | null; disabled: Member['disabled'] }

const open = (member = sam, answer: () => Promise<void> = async () => undefined) => {
  const requests: LimitsInput[] = []
  show(
    <CreditCaps />,
    fakeApi({
      customerInfo: async () => anInfo([aMember(), member]),
      setMemberCap: async (limits) => {
        requests.push(limits)
        await answer()
        return { ...member, ...limits }
      },
    }),
  )
  return requests
}

const row = async () => {
  const name = await screen.findByText('Sam Wattle')
  const item = name.closest('li')
  if (item === null) throw new Error('no row')
  return within(item)
}

const type = async (text: string) => {
  const field = (await row()).getByLabelText('Credits per month for Sam Wattle')
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
  return field
}

describe('credit caps, for an admin', () => {
  it('saves on blur', async () => {
    const requests = open()
    await type('1,250')
    await (await row()).findByText('Saved')
    expect(requests).toEqual([{ userId: 'user_2', cap: 1250, disabled: [] }])
  })

  it('sends nothing if nothing changed, and an empty field means no cap', async () => {
    const requests = open({ ...sam, cap: 50 })
    await type('50')
    await type('')
    await waitFor(() => expect(requests).toEqual([{ userId: 'user_2', cap: null, disabled: [] }]))
  })

  it('keeps the focus when Enter saves, and Escape restores the saved cap', async () => {
    const requests = open({ ...sam, cap: 50 })
    const field = (await row()).getByLabelText('Credits per month for Sam Wattle')
    field.focus()
    fireEvent.change(field, { target: { value: '70' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await (await row()).findByText('Saved')
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: '7' } })
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(field).toHaveProperty('value', '70')
    expect(requests).toHaveLength(1)
  })

  it('refuses text that is no number beside the field, and sends nothing', async () => {
    const requests = open()
    await type('many')
    await (await row()).findByText('Enter a whole number, or leave blank for no limit.')
    expect(requests).toEqual([])
  })

  it('turns an act off and on at once', async () => {
    const requests = open()
    fireEvent.click((await row()).getByRole('checkbox', { name: 'Reveal' }))
    await (await row()).findByText('Saved')
    fireEvent.click((await row()).getByRole('checkbox', { name: 'Reveal' }))
    await waitFor(() => expect(requests.map(({ disabled }) => disabled)).toEqual([['reveal'], []]))
  })

  it('says that saving failed, keeps the input, and retries', async () => {
    let works = false
    const requests = open(sam, async () => {
      if (!works) throw new Error('Fieldbook cannot be reached')
    })
    fireEvent.click((await row()).getByRole('checkbox', { name: 'Push to CRM' }))
    await (await row()).findByText(/Couldn’t save: Fieldbook cannot be reached/)
    expect((await row()).getByRole('checkbox', { name: 'Push to CRM' })).toHaveProperty(
      'checked',
      true,
    )
    works = true
    fireEvent.click((await row()).getByRole('button', { name: 'Try again' }))
    await (await row()).findByText('Saved')
    expect(requests).toHaveLength(2)
  })
})

describe('credit caps, for a Standard user', () => {
  it('is read-only, with an admin to ask', async () => {
    act(() => session.update({ identity: { ...alex, userId: 'user_2', role: 'standard' } }))
    open({ ...sam, cap: 300, disabled: ['reveal', 'push'] })
    const own = await row()
    expect(own.getByText('300 credits')).toBeTruthy()
    expect(own.getByText('download, download from uploads')).toBeTruthy()
    expect(own.getByText('You')).toBeTruthy()
    await screen.findByText('Only an admin can do this. Ask Alex Fernleigh.')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('parsing a typed cap', () => {
  it.each([
    ['', null],
    [' 1,250 ', 1250],
    ['0', 0],
    ['1000000', 1_000_000],
  ])('%s is %s', (text, cap) => {
    expect(parseCap(text)).toEqual({ cap })
  })

  it.each(['-1', '1.5', '1e3', 'none', '1000001', '٣'])('%s is refused', (text) => {
    expect(parseCap(text)).toHaveProperty('error')
  })
})
