// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import { cuttable } from '../../../kit/screens/sync.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import type { RecordView } from '../../../../contract/records/records.ts'
import { CompanyScreen } from '../../../../src/screens/records/company-screen.tsx'
import { keptRecord } from '../../../../src/screens/records/kept.ts'
import { PersonScreen } from '../../../../src/screens/records/person-screen.tsx'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { contact } from '../../../../src/lib/contact.ts'
import { keepViewed } from '../../../../src/offline/records.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { aPerson } from '../../../kit/screens/screen.tsx'
import { openAt, press, someone } from '../../../kit/screens/records.tsx'

const { api: real, close } = await startRealApp()
const companies = (await real.records({ ...emptyCriteria, category: 'company', size: 25 })).records
afterAll(close)
beforeEach(() => {
  contact.reached = true
})

/** A company no other test has touched. */
const aCompanyOfMine = (): RecordView => {
  const company = companies.pop()
  if (!company) throw new Error('No company is left')
  return company
}

const atCompany = (api: ApiClient, owner: ReturnType<typeof someone>, id: string) =>
  openAt(api, owner, `/dashboard/company?id=${id}`, <CompanyScreen />)

const done = (recordId: string) => real.activities({ category: 'company', recordId })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const activity = () => screen.findByRole('region', { name: 'Activity' })

/** A window whose width changes with how it is held. */
const aPhone = () => {
  const hearers = new Set<() => void>()
  let wide = true
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('40rem') && wide,
    addEventListener: (_: string, hear: () => void) => hearers.add(hear),
    removeEventListener: (_: string, hear: () => void) => hearers.delete(hear),
  }))
  return (held: 'upright' | 'on its side'): void =>
    act(() => {
      wide = held === 'on its side'
      for (const hear of hearers) hear()
    })
}

/** The company was opened with a network, is on the device, and the network is gone. */
const openedThenCut = async () => {
  const company = aCompanyOfMine()
  const network = cuttable(real)
  const owner = someone()
  const local = atCompany(network.api, owner, company.id)
  await heading(company.name)
  await waitFor(async () => expect(await keptRecord(local.device, company.id)).not.toBeNull())
  network.cut()
  return { company, network, owner, local }
}

describe('a record without a network', () => {
  it('is read from this device once it was opened, and says how old it is', async () => {
    const { company, network, owner } = await openedThenCut()
    atCompany(network.api, owner, company.id)
    await heading(company.name)
    const notice = await screen.findByText(/Offline. Saved copy/)
    expect(notice.textContent).toMatch(/as of \d{2}:\d{2}/)
  })

  it('says that it is not here where it was never opened, shows what is, and opens it when the network is back', async () => {
    const { company, network, owner } = await openedThenCut()
    const other = aCompanyOfMine()
    atCompany(network.api, owner, other.id)
    await heading('This company isn’t on this device')
    const here = await screen.findByRole('region', { name: 'On this device' })
    await within(here).findByRole('link', { name: new RegExp(company.name) })
    network.mend()
    await press('Try again')
    expect(await heading(other.name)).toBeDefined()
  })

  it('is never what another person of the same device has opened', async () => {
    const { company, network } = await openedThenCut()
    atCompany(network.api, someone(), company.id)
    await heading('This company isn’t on this device')
    expect(screen.queryByText(company.name)).toBeNull()
    expect(screen.queryByRole('region', { name: 'On this device' })).toBeNull()
  })

  it('keeps contact details only where they are unlocked, and shows them no longer than 7 days without the server', async () => {
    const network = cuttable(real)
    network.cut()
    const owner = someone()
    const mail = { masked: 'p•••@one.example', deliverability: 'Verified' }
    const locked = aPerson(1, { work_email: { ...mail, value: 'p@one.example' } })
    const unlocked = aPerson(2, { work_email: { ...mail, value: 'q@one.example' }, unlocked: true })
    const local = openAt(
      network.api,
      owner,
      `/dashboard/people?id=${unlocked.id}&tab=contact`,
      <PersonScreen />,
    )
    await keepViewed(local, 'people', locked)
    await keepViewed(local, 'people', unlocked)
    expect(JSON.stringify(await keptRecord(local.device, locked.id))).not.toContain('p@one.example')
    expect(locked.work_email?.value).toBe('p@one.example')
    await screen.findByRole('link', { name: 'q@one.example' })
    const afterAWeek = Date.now() + 7 * 24 * 3_600_000 + 1
    expect(JSON.stringify(await keptRecord(local.device, unlocked.id, afterAWeek))).not.toContain(
      'q@one.example',
    )
  })

  it('goes from this device with the first answer that it is not shown any more', async () => {
    const gone = aPerson(4)
    const owner = someone()
    const network = cuttable(real)
    network.cut()
    const address = `/dashboard/people?id=${gone.id}`
    const local = openAt(network.api, owner, address, <PersonScreen />)
    await keepViewed(local, 'people', gone)
    await heading(gone.name)
    network.mend()
    openAt(network.api, owner, address, <PersonScreen />)
    await screen.findByText('We can’t find this record')
    network.cut()
    openAt(network.api, owner, address, <PersonScreen />)
    expect(await heading('This person isn’t on this device')).toBeDefined()
  })

  it('never replaces a newer telling by an older one', async () => {
    const owner = someone()
    const local = openAt(cuttable(real).api, owner, '/dashboard/people?id=x', <PersonScreen />)
    await keepViewed(local, 'people', aPerson(3, { headline: 'New' }), 2_000)
    await keepViewed(local, 'people', aPerson(3, { headline: 'Old' }), 1_000)
    const row = await keptRecord(local.device, aPerson(3).id)
    expect(row).toMatchObject({ view: { headline: 'New' }, fetchedAt: 2_000 })
  })
})

describe('what is done with a record without a network', () => {
  it('logs a visit in two presses, shows that it is here, and has it arrive once', async () => {
    const { company, network } = await openedThenCut()
    await press('Log visit')
    await press('Interested')
    await within(await activity()).findByText('Visit: interested')
    await within(await activity()).findByText('Not synced yet')
    expect(await done(company.id)).toEqual([])

    // The first answer is lost on its way: the server has it, this device does not know.
    network.mend()
    network.state.losesAnswers = true
    dispatchEvent(new Event('online'))
    await waitFor(async () => expect(await done(company.id)).toHaveLength(1))
    network.mend()
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText('Not synced yet')).toBeNull())
    expect(await done(company.id)).toMatchObject([
      { kind: 'visit', outcome: 'interested', text: '' },
    ])
    expect(screen.getAllByText('Visit: interested')).toHaveLength(1)
  })

  it('keeps the words and the time of a visit', async () => {
    const { company, network } = await openedThenCut()
    await press('Log visit')
    await userEvent.type(await screen.findByLabelText('Notes (optional)'), 'Spoke of the new yard')
    await press('Change time')
    const when = screen.getByLabelText('When')
    await userEvent.clear(when)
    await userEvent.type(when, '2026-03-02T14:30')
    await press('Met')
    await within(await activity()).findByText('Spoke of the new yard')
    network.mend()
    dispatchEvent(new Event('online'))
    await waitFor(async () => expect(await done(company.id)).toHaveLength(1))
    expect(await done(company.id)).toMatchObject([
      { outcome: 'met', text: 'Spoke of the new yard', at: expect.stringContaining(':30:00') },
    ])
  })

  it('keeps what is half written about it while the phone is turned, and keeps it once', async () => {
    const turn = aPhone()
    const { company } = await openedThenCut()
    turn('upright')
    await press('Add note')
    await userEvent.type(await screen.findByLabelText('Note'), 'Gate code: ask')
    turn('on its side')
    expect(await screen.findByDisplayValue('Gate code: ask')).toBeDefined()
    turn('upright')
    expect(await screen.findByDisplayValue('Gate code: ask')).toBeDefined()
    await press('Save note')
    await within(await activity()).findByText('Gate code: ask')
    await press('Add note')
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Note')).value).toBe('')
    expect(await done(company.id)).toEqual([])
    vi.unstubAllGlobals()
  })

  it('changes and deletes a note of one’s own', async () => {
    const { company, network } = await openedThenCut()
    await press('Add note')
    await userEvent.type(await screen.findByLabelText('Note'), 'Gate 2')
    await press('Save note')
    await within(await activity()).findByText('Gate 2')
    await press('Change: Note')
    await press('Edit', 'menuitem')
    const field = await screen.findByLabelText('Note')
    await userEvent.clear(field)
    await userEvent.type(field, 'Gate 4')
    await press('Save')
    await within(await activity()).findByText('Gate 4')
    network.mend()
    dispatchEvent(new Event('online'))
    await waitFor(async () =>
      expect(await done(company.id)).toMatchObject([{ kind: 'note', text: 'Gate 4' }]),
    )
    await press('Change: Note')
    await press('Delete', 'menuitem')
    await press('Delete')
    await waitFor(async () => expect(await done(company.id)).toEqual([]))
    expect(await within(await activity()).findByText('No visits or notes yet.')).toBeDefined()
  })

  it('reports a field as wrong in one press of its menu, and sends it later', async () => {
    const { company, network } = await openedThenCut()
    await press('Report Industry as wrong')
    await press('Out of date', 'menuitem')
    await screen.findByText('Out of date, reported by you')
    expect(await done(company.id)).toEqual([])
    network.mend()
    dispatchEvent(new Event('online'))
    await waitFor(async () =>
      expect(await done(company.id)).toMatchObject([
        { kind: 'report', field: 'industry', text: 'Industry: Out of date' },
      ]),
    )
  })

  it('shows what colleagues did under their names, and lets nobody but its author change it', async () => {
    const company = aCompanyOfMine()
    const [mine] = [
      await real.addNote({
        category: 'company',
        recordId: company.id,
        text: 'Ask for the yard',
        at: '2026-03-01T08:00:00Z',
      }),
    ]
    const api: ApiClient = {
      ...real,
      changes: async (...given) => {
        const page = await real.changes(...given)
        return {
          ...page,
          changes: page.changes.map((change) =>
            change.kind === 'activity' && change.value?.id === mine.id
              ? { ...change, value: { ...change.value, isAuthor: false, authorId: 'user_kim' } }
              : change,
          ),
        }
      },
      customerInfo: async (...given) => ({
        ...(await real.customerInfo(...given)),
        members: [
          {
            userId: 'user_kim',
            name: 'Kim Wattle',
            email: 'kim@harbour.example',
            role: 'standard',
            lastSeen: null,
            cap: null,
            disabled: [],
          },
        ],
      }),
    }
    atCompany(api, someone(), company.id)
    await within(await activity()).findByText('Ask for the yard')
    expect(await within(await activity()).findByText(/Kim Wattle,/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Change: Note' })).toBeNull()
  })
})
