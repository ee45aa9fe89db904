import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Wash } from '../../../../contract/org/do-not-call.ts'
import { DoNotCall } from '../../../../src/screens/members/do-not-call/do-not-call.tsx'
import {
  combineNumbers,
  readNumbers,
} from '../../../../src/screens/members/do-not-call/read-numbers.ts'
import { sendWash } from '../../../../src/screens/members/do-not-call/send-wash.ts'
import { session } from '../../../../src/session/session.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: alex })))
afterEach(() => act(() => session.update(unknown)))

const aWash = (given: Partial<Wash> = {}): Wash => ({
  id: '0190a0a0-0000-7000-8000-000000000001',
  name: 'result.csv',
  washedAt: '2026-03-01',
  validUntil: '2026-03-31',
  userId: 'user_1',
  userName: 'Alex Fernleigh',
  total: 3,
  received: 3,
  listed: 1,
  notListed: 2,
  unreadable: 0,
  matched: 2,
  createdAt: '2026-03-01T00:00:00Z',
  finishedAt: '2026-03-01T00:00:10Z',
  ...given,
})
const metadata = {
  defaultCountry: 'AU' as const,
  caps: { cap: null, disabled: [] },
  limits: { plan: 'Growth', pinnedLists: 20, rowsPerRequest: 10_000, dataExchange: true },
  dncPolicy: 'hide' as const,
  offlineGraceHours: 72,
  crmActivities: true,
}

describe('a wash result', () => {
  it('parses a number a line, with or without heading, quotation marks and blank lines', () => {
    const numbers = ['0491570006', '61491570156', '+61 491 570 157']
    for (const text of [
      numbers.join('\n'),
      `\ufeffPhone number\r\n${numbers.join('\r\n')}\r\n\r\n`,
      numbers.map((number) => `"${number}"`).join('\n'),
    ])
      expect(readNumbers(text)).toEqual({ numbers, listed: null })
  })

  it('parses a table with an answer column, and skips invalid answers', () => {
    const text =
      'Name,Mobile,Listed\nA,0491570006,Y\nB,0491570156,n\nC,12345678,I\nD,0491570157,Yes\n'
    expect(readNumbers(text)).toEqual({
      numbers: ['0491570006', '0491570156', '0491570157'],
      listed: [true, false, true],
    })
  })

  it('ignores empty columns', () => {
    expect(readNumbers('0491570006,\n0491570156,\n')).toEqual({
      numbers: ['0491570006', '0491570156'],
      listed: null,
    })
    expect(readNumbers('Number,Note,Result\n0491570006,,N\n0491570156,,Y\n')).toEqual({
      numbers: ['0491570006', '0491570156'],
      listed: [false, true],
    })
  })

  it('keeps rows with other columns and values that are no numbers, for the server to count', () => {
    expect(readNumbers('id;phone;town\n1;0491570006;Perth\n2;none;Perth')).toEqual({
      numbers: ['0491570006', 'none'],
      listed: null,
    })
  })

  it('gives checked numbers that are missing from it the opposite answer, in any notation', () => {
    const answer = { numbers: ['61491570006'], listed: null }
    const checked = { numbers: ['0491 570 006', '491570156'], listed: null }
    expect(combineNumbers(answer, 'listed', checked)).toEqual({
      listed: ['61491570006'],
      notListed: ['491570156'],
    })
    expect(combineNumbers(answer, 'not-listed', checked)).toEqual({
      listed: ['491570156'],
      notListed: ['61491570006'],
    })
    expect(combineNumbers(answer, 'listed', null).notListed).toEqual([])
    const result = { numbers: ['0491570006', '0491570156'], listed: [false, true] }
    expect(combineNumbers(result, 'listed', checked)).toEqual({
      listed: ['0491570156'],
      notListed: ['0491570006'],
    })
  })

  it('is sent in batches, retries each under its own key after a lost connection, and completes', async () => {
    const keys: string[] = []
    const sent: number[] = []
    let broken = 1
    const progress: number[] = []
    const wash = await sendWash(
      {
        api: {
          beginWash: async () => aWash({ finishedAt: null }),
          addWashed: async ({ listed = [], notListed = [] }, options) => {
            keys.push(options?.idempotencyKey ?? '')
            if (sent.length === 1 && broken-- > 0) throw new Unreachable('network')
            sent.push(listed.length + notListed.length)
            return aWash({ finishedAt: null })
          },
          finishWash: async () => aWash(),
        },
        onProgress: (done) => progress.push(done),
        wait: async () => undefined,
      },
      { name: 'result.csv', washedAt: '2026-03-01' },
      {
        listed: Array.from({ length: 6000 }, () => '0491570006'),
        notListed: ['0491570156'],
      },
    )
    expect(wash.finishedAt).not.toBeNull()
    expect(sent).toEqual([5000, 1000, 1])
    expect(progress).toEqual([0, 5000, 6000, 6001])
    expect(keys).toHaveLength(4)
    expect(keys[1]).toBe(keys[2])
    expect(new Set(keys).size).toBe(3)
  })
})

describe('the do-not-call section of the users page', () => {
  const open = (calls: FakeCalls = {}, washes: Wash[] = [aWash()]) =>
    show(
      <DoNotCall />,
      fakeApi({
        doNotCall: async () => ({ numbers: { listed: 1, notListed: 2, lapsed: 0 }, washes }),
        customerMetadata: async () => ({ metadata }),
        ...calls,
      }),
    )
  const choose = (label: string, text: string, name = 'answer.csv') =>
    fireEvent.change(screen.getByLabelText(label), {
      target: { files: [new File([text], name, { type: 'text/csv' })] },
    })

  it('shows the known numbers, their date, and an expired check', async () => {
    open()
    await screen.findByText(/Last checked on 1 Mar 2026/)
    await screen.findByText(/It expired on 31 Mar 2026/)
    await screen.findByText('Expired')
    expect(
      await screen.findByText(/1 listed · 2 not listed · 2 people you’ve revealed/),
    ).toBeTruthy()
  })

  it('says so if there is no check yet, or an interrupted check', async () => {
    open({}, [aWash({ finishedAt: null, received: 1, matched: null })])
    await screen.findByText(/You haven’t uploaded a Do Not Call check/)
    await screen.findByText('Incomplete')
    expect(await screen.findByText(/1 of 3 numbers uploaded/)).toBeTruthy()
  })

  it('uploads a result with the checked numbers, and shows the outcome', async () => {
    const uploaded: { listed?: string[]; notListed?: string[] }[] = []
    open({
      beginWash: async () => aWash({ finishedAt: null }),
      addWashed: async ({ listed, notListed }) => {
        uploaded.push({ ...(listed && { listed }), ...(notListed && { notListed }) })
        return aWash({ finishedAt: null })
      },
      finishWash: async () => aWash(),
    })
    const button = await screen.findByRole('button', { name: 'Upload' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    choose('Result file', '0491570006\n')
    await screen.findByText('1 number')
    choose('Numbers you checked', '0491570006\n0491570156\n', 'sent.csv')
    await screen.findByText('2 numbers')
    fireEvent.click(button)
    await screen.findByText(/3 rows uploaded: 1 listed · 2 not listed/)
    expect(uploaded).toEqual([{ listed: ['0491570006'] }, { notListed: ['0491570156'] }])
  })

  it("uses today in the user's time zone as the day of the check, which may be tomorrow in UTC", async () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Pacific/Auckland'
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T21:00:00Z') })
    try {
      open()
      const day = await screen.findByLabelText('Checked on')
      expect(day).toMatchObject({ value: '2026-03-02', max: '2026-03-02' })
    } finally {
      vi.useRealTimers()
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  it('asks no question about a file that has its own answers', async () => {
    open()
    await screen.findByRole('button', { name: 'Upload' })
    choose('Result file', 'number,listed\n0491570006,Y\n0491570156,N\n')
    await screen.findByText('2 numbers, 1 of them listed')
    expect(screen.queryByText('Numbers in this file are')).toBeNull()
    expect(screen.getByLabelText('Numbers you checked')).toHaveProperty('disabled', true)
  })

  it('says that a file is not a list of numbers', async () => {
    open()
    await screen.findByRole('button', { name: 'Upload' })
    choose('Result file', 'PK', 'sheet.xlsx')
    expect(await screen.findAllByText(/Save this file as CSV/)).toBeTruthy()
  })

  it('says that the upload was interrupted, and that sent numbers count', async () => {
    open({ beginWash: async () => Promise.reject(new Error('We’re out of storage')) })
    await screen.findByRole('button', { name: 'Upload' })
    choose('Result file', '0491570006')
    await screen.findByText('1 number')
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText(/We’re out of storage. What we received is saved/)).toBeTruthy()
  })

  it('changes the policy for listed numbers in files', async () => {
    const requests: unknown[] = []
    open({
      updateCustomer: async (input) => {
        requests.push(input)
        return Promise.reject(new Error('not now'))
      },
    })
    fireEvent.click(await screen.findByRole('radio', { name: 'Flag' }))
    await screen.findByText(/We couldn’t save this: Something went wrong/)
    expect(requests).toEqual([{ data: { policies: { dncPolicy: 'flag' } } }])
  })

  it('is read-only for Standard users', async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard' } }))
    open()
    await screen.findByText('Leave out')
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
    await waitFor(() => screen.getByText(/Last checked/))
  })
})
