import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { links } from '../../../../contract/links.ts'
import type { CompanyView } from '../../../../contract/records/records.ts'
import { UploadScreen } from '../../../../src/screens/uploads/upload-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { alex } from '../../../kit/session/people.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { show } from '../../../kit/screens/screen.tsx'
import { cachesInMemory } from '../../../kit/screens/uploads.ts'

const unknown = session.current()
let app: Awaited<ReturnType<typeof startRealApp>>
let companies: CompanyView[] = []

beforeAll(async () => {
  app = await startRealApp()
  act(() => session.update({ identity: { ...alex, userId: 'user_alex', orgId: 'org_harbour' } }))
  vi.stubGlobal('caches', cachesInMemory())
  const { records } = await app.api.records({ category: 'company', from: 0, size: 60 })
  // A search of companies returns only companies.
  companies = (records as CompanyView[]).filter(
    ({ name, domains }) =>
      domains.length > 0 && records.filter((each) => each.name === name).length === 1,
  )
}, 60_000)
afterAll(async () => {
  vi.unstubAllGlobals()
  act(() => session.update(unknown))
  await app.close()
})

const leads = (): string => {
  const known = companies.slice(0, 6).map(({ name, domains }) => `${name},www.${domains[0]},known`)
  const misspelt = companies
    .slice(6, 12)
    .map(({ name, hq }) => `${swapped(name)},,${hq?.state ?? ''}`)
  const strangers = ['Quokka Unheard Of Holdings,,unknown', 'Numbat Not In Any Register,,unknown']
  const twice = known.slice(0, 1)
  return [
    'Leads of autumn,,',
    'Firm,Web,Remark',
    ...known,
    ...misspelt,
    ...strangers,
    ...twice,
  ].join('\r\n')
}

const swapped = (name: string): string =>
  `${name.slice(0, 2)}${name[3] ?? ''}${name[2] ?? ''}${name.slice(4)}`

const open = (api: ApiClient) => show(<UploadScreen />, api, links.upload())

describe('an upload, with the real server', () => {
  it('is uploaded, mapped, matched, reviewed and put into a list', async () => {
    open(app.api)
    const file = new File([leads()], 'leads.csv', { type: 'text/csv' })
    await userEvent.upload(await screen.findByLabelText(/^Drop or choose/), file)

    const heading = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Header row' })
    expect(heading.value).toBe('2')
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Field for Firm' }),
      'Company name',
    )
    expect(screen.getByText('CSV · UTF-8 · comma-separated · 15 rows')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Match 15 rows' }))

    await screen.findByRole('tab', { name: /^Matched/ })
    const upload = async () => {
      const [first] = await app.api.uploads()
      if (first === undefined) throw new Error('There is no upload')
      return first
    }
    const { counts, id } = await upload()
    expect(counts.accepted + counts.review + counts.unmatched).toBe(15)
    expect(counts.accepted).toBeGreaterThanOrEqual(7)
    expect(counts.unmatched).toBeGreaterThanOrEqual(2)
    expect(counts.duplicates).toBe(1)

    expect(counts.review).toBeGreaterThan(1)
    await userEvent.click(screen.getByRole('link', { name: `Review ${counts.review}` }))
    await screen.findByRole('region', { name: /of your file/ })
    fireEvent.keyDown(document.body, { key: 'n' })
    for (let left = counts.review - 1; left > 0; left -= 1) {
      await vi.waitFor(async () => expect((await upload()).counts.review).toBe(left))
      fireEvent.keyDown(document.body, { key: 'a' })
    }
    await screen.findByText('No rows left to review')
    const after = await upload()
    expect(after.counts.review).toBe(0)
    expect(after.counts.accepted).toBe(counts.accepted + counts.review - 1)

    await userEvent.click(
      within(screen.getByRole('navigation', { name: 'Steps' })).getByRole('link', {
        name: /Download$/,
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Create list' }))
    await screen.findByRole('link', { name: 'Open list' })
    const { listId } = await upload()
    const list = (await app.api.lists()).find((each) => each.id === listId)
    expect(list).toMatchObject({ name: 'leads', kind: 'upload', category: 'company' })
    expect(list?.count).toBe(after.counts.accepted - after.counts.duplicates)

    // The server remembers the mapping of headings for the next file.
    act(() => history.pushState(null, '', links.upload()))
    await userEvent.upload(
      await screen.findByLabelText(/^Drop or choose/),
      new File(['Firm,Web\r\nKauri,kauri.example\r\n'], 'more.csv', { type: 'text/csv' }),
    )
    expect(await screen.findAllByText('Remembered from last time')).toHaveLength(2)
    expect(id).not.toBe((await upload()).id)
  }, 60_000)

  it('says where a broken file is broken', async () => {
    open(app.api)
    const broken = `Firm,Web\r\nKauri,${'x'.repeat(10_001)}\r\n`
    await userEvent.upload(
      await screen.findByLabelText(/^Drop or choose/),
      new File([broken], 'broken.csv', { type: 'text/csv' }),
    )
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /We can’t read this file.*The cell in row 2, column 2 is longer than 10,000 characters/,
    )
  })
})
