import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { RegisterCheck } from '../../../../contract/records/register-checks.ts'
import {
  describeCheck,
  RegisterCheckLine,
} from '../../../../src/screens/records/register-check.tsx'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'

const aCheck = (given: Partial<RegisterCheck> = {}): RegisterCheck => ({
  register: 'ABN Lookup',
  at: new Date().toISOString(),
  status: 'Active',
  isActive: true,
  isGstRegistered: true,
  ...given,
})

const open = (calls: FakeCalls) =>
  show(<RegisterCheckLine companyId="0190a0a0-0000-7000-8000-000000000001" />, fakeApi(calls))

describe('the register line of a company', () => {
  it('says what the register answered, and asks it again on a press', async () => {
    open({
      registerCheck: async () => ({ available: true, check: aCheck() }),
      checkRegister: async () => aCheck({ status: 'Cancelled', isGstRegistered: false }),
    })
    await screen.findByText(/^Checked \d+:\d\d [ap]m: active, registered for GST$/)
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText(/^Checked .*: cancelled, not registered for GST$/)).toBeTruthy()
  })

  it('offers a first check, and says so if the register is not answering', async () => {
    open({ registerCheck: async () => ({ available: true, check: null }) })
    await screen.findByText('Not checked with the register yet')
    await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
    expect(await screen.findByText('Something went wrong. Try again.')).toBeTruthy()
  })

  it('says only what the register says', () => {
    expect(describeCheck(aCheck({ register: 'NZBN', status: null }))).toBe(
      'NZBN doesn’t know this number',
    )
    expect(describeCheck(aCheck({ status: 'Registered', isGstRegistered: null }))).toBe(
      'registered',
    )
  })
})
