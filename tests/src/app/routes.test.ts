import { describe, expect, it } from 'vitest'
import { links } from '../../../contract/links.ts'
import { screenAt, screens } from '../../../src/app/routes.tsx'

const addressesOfTheSpecification = [
  '/dashboard',
  '/sign-in',
  '/sign-up',
  '/maintenance',
  '/dashboard/profile',
  '/dashboard/plan-selection',
  '/dashboard/create-company',
  '/dashboard/download-center',
  '/dashboard/search/new',
  '/dashboard/list',
  '/dashboard/signals',
  '/dashboard/signals/agent/create',
  '/dashboard/signals/agent/edit',
  '/dashboard/people',
  '/dashboard/company',
  '/dashboard/data-exchange',
  '/dashboard/data-exchange/upload',
  '/dashboard/account-intelligence-config',
]

describe('the table of screens', () => {
  it.each(addressesOfTheSpecification)('has %s', (path) => {
    expect(screenAt(path)?.path).toBe(path)
  })

  it.each(Object.entries(links))('resolves the link %s', (_, link) => {
    expect(screenAt(link('some-id').split('?')[0] ?? '')).not.toBeNull()
  })

  it('maps every step of sign-in and sign-up to its screen', () => {
    expect(screenAt('/sign-in/factor-one')?.path).toBe('/sign-in')
    expect(screenAt('/sign-up/verify-email-address')?.path).toBe('/sign-up')
  })

  it('ignores a slash at the end', () => {
    expect(screenAt('/dashboard/list/')?.path).toBe('/dashboard/list')
  })

  it('has no screen below a path that is not catch-all, or for a path that only begins the same', () => {
    expect(screenAt('/dashboard/list/42')).toBeNull()
    expect(screenAt('/sign-internal')).toBeNull()
  })

  it('has each path once, with a title', () => {
    expect(new Set(screens.map((entry) => entry.path)).size).toBe(screens.length)
    expect(screens.every((entry) => entry.title !== '')).toBe(true)
  })
})
