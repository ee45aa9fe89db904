import { cuttable } from '../../../kit/screens/sync.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import type { RecordView } from '../../../../contract/records/records.ts'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { findCachedRecord } from '../../../../src/shared/records/cached-records.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { activitiesOf, pins } from '../../../../src/offline/live.ts'
import { requestPin } from '../../../../src/offline/pins.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { beginState } from '../../../../src/shared/records/begin.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { aPerson } from '../../../kit/fixtures/records.ts'
import { openAt, press, someone } from '../../../kit/screens/records.tsx'
import { addDays, dayMs, localDayOf } from '../../../../contract/core/days.ts'
import { formatDay } from '../../../../src/lib/format.ts'
import { followUpsOf } from '../../../../src/offline/follow-ups.ts'

const { api: real, close } = await startRealApp()
const companies = (await real.records({ ...emptyCriteria, category: 'company', size: 25 })).records
afterAll(close)
beforeEach(() => {
  connectivity.online = true
})

/** No other test uses it. */
const aCompanyOfMine = (): RecordView => {
  const company = companies.pop()
  if (!company) throw new Error('No company is left')
  return company
}

const atCompany = (api: ApiClient, owner: ReturnType<typeof someone>, id: string) =>
  openAt(api, owner, `/dashboard/company?id=${id}`, <RecordScreen category="company" />)

const done = (recordId: string) => real.activities({ category: 'company', recordId })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const activity = () => screen.findByRole('region', { name: 'Activity' })

const aPhone = () => {
  const hearers = new Set<() => void>()
  let wide = true
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('40rem') && wide,
    addEventListener: (_: string, hear: () => void) => hearers.add(hear),
    removeEventListener: (_: string, hear: () => void) => hearers.delete(hear),
  }))
  return (orientation: 'upright' | 'on its side'): void =>
    act(() => {
      wide = orientation === 'on its side'
      for (const hear of hearers) hear()
    })
}

/** Opening a company stores it. */
const openedThenCut = async () => {
  const company = aCompanyOfMine()
  const network = cuttable(real)
  const owner = someone()
  const local = atCompany(network.api, owner, company.id)
  await heading(company.name)
  await waitFor(async () => expect(await findCachedRecord(local.device, company.id)).not.toBeNull())
  network.cut()
  return { company, network, owner, local }
}

describe('a record while offline', () => {
  it('opens from this device with its age once it was opened before', async () => {
    const { company, network, owner } = await openedThenCut()
    atCompany(network.api, owner, company.id)
    await heading(company.name)
    const notice = await screen.findByText(/Offline. Saved copy/)
    expect(notice.textContent).toMatch(/as of \d{1,2}:\d{2} [ap]m/)
  })

  it('names the people to ask for at a company of an offline list, whose pages were never opened', async () => {
    const { records } = await real.records({ ...emptyCriteria, category: 'people', size: 1 })
    const [person] = records
    const id = person !== undefined && 'company_id' in person ? person.company_id : ''
    const company = await real.company({ id })
    const network = cuttable(real)
    const owner = someone()
    const list = await real.createList({
      id: crypto.randomUUID(),
      name: `Stops ${id}`,
      category: 'company',
      kind: 'static',
      shared: false,
    })
    await real.changeMembers({ id: list.id, add: [id], remove: [] })
    const local = openAt(network.api, owner, '/dashboard', null)
    await requestPin(local, { source: 'list', sourceId: list.id, category: 'company' })
    await waitFor(async () => expect(await pins(local.device)).toMatchObject([{ state: 'ready' }]))
    network.cut()
    atCompany(network.api, owner, id)
    await heading(company.name)
    const people = await screen.findByRole('region', { name: 'Who to call' })
    expect(
      await within(people).findByRole('link', { name: new RegExp(person?.name ?? '') }),
    ).toBeTruthy()
  })

  it('says that it was never opened here, lists others, and opens after a reconnect', async () => {
    const { company, network, owner } = await openedThenCut()
    const other = aCompanyOfMine()
    atCompany(network.api, owner, other.id)
    await heading('This company isn’t on this device')
    const onDevice = await screen.findByRole('region', { name: 'On this device' })
    await within(onDevice).findByRole('link', { name: new RegExp(company.name) })
    network.mend()
    await press('Try again')
    expect(await heading(other.name)).toBeDefined()
  })

  it('is never one that another user of the device opened', async () => {
    const { company, network } = await openedThenCut()
    atCompany(network.api, someone(), company.id)
    await heading('This company isn’t on this device')
    expect(screen.queryByText(company.name)).toBeNull()
    expect(screen.queryByRole('region', { name: 'On this device' })).toBeNull()
  })

  it('stores contact details only where they are revealed, and hides them after 7 days without the server', async () => {
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
      <RecordScreen category="people" />,
    )
    await saveViewed(local, 'people', locked)
    await saveViewed(local, 'people', unlocked)
    expect(JSON.stringify(await findCachedRecord(local.device, locked.id))).not.toContain(
      'p@one.example',
    )
    expect(locked.work_email?.value).toBe('p@one.example')
    await screen.findByRole('link', { name: 'q@one.example' })
    const afterAWeek = Date.now() + 7 * dayMs + 1
    expect(
      JSON.stringify(await findCachedRecord(local.device, unlocked.id, afterAWeek)),
    ).not.toContain('q@one.example')
  })

  it('is deleted from this device when the server no longer shows it', async () => {
    const deleted = aPerson(4)
    const owner = someone()
    const network = cuttable(real)
    network.cut()
    const address = `/dashboard/people?id=${deleted.id}`
    const local = openAt(network.api, owner, address, <RecordScreen category="people" />)
    await saveViewed(local, 'people', deleted)
    await heading(deleted.name)
    network.mend()
    openAt(network.api, owner, address, <RecordScreen category="people" />)
    await screen.findByText('We can’t find this record')
    network.cut()
    openAt(network.api, owner, address, <RecordScreen category="people" />)
    expect(await heading('This person isn’t on this device')).toBeDefined()
  })

  it('is never replaced by an older answer', async () => {
    const owner = someone()
    const local = openAt(
      cuttable(real).api,
      owner,
      '/dashboard/people?id=x',
      <RecordScreen category="people" />,
    )
    await saveViewed(local, 'people', aPerson(3, { headline: 'New' }), 2_000)
    await saveViewed(local, 'people', aPerson(3, { headline: 'Old' }), 1_000)
    const row = await findCachedRecord(local.device, aPerson(3).id)
    expect(row).toMatchObject({ view: { headline: 'New' }, fetchedAt: 2_000 })
  })
})

describe('activities while offline', () => {
  it('log a visit in two presses, show it as unsent, and send it once', async () => {
    const { company, network } = await openedThenCut()
    await press('Log visit')
    await press('Interested')
    await within(await activity()).findByText('Visit: interested')
    await within(await activity()).findByText('Not synced yet')
    expect(await done(company.id)).toEqual([])

    // The first answer is lost: the server has the visit, this device does not know.
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

  it('save a day to come back with the visit, which is done with one press, undone, and on the server once', async () => {
    const { company, network, local } = await openedThenCut()
    await press('Log visit')
    await press('Tomorrow')
    await press('Call back')
    const due = within(await screen.findByRole('list', { name: 'Follow-ups' }))
    await due.findByText('Call back')
    await due.findByText('Tomorrow')
    await press('Done: Call back, ' + company.name)
    await screen.findByText(`Follow-up with ${company.name} done.`)
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Follow-ups' })).toBeNull())
    await press('Undo')
    await press(`Change: Call back, ${company.name}`)
    await press('In 2 weeks', 'menuitem')
    await screen.findByText(/^Follow-up with .* moved to /)

    network.mend()
    dispatchEvent(new Event('online'))
    const onServer = async () =>
      (await real.changes({})).changes.flatMap((change) =>
        change.kind === 'follow-up' && change.value?.recordId === company.id ? [change.value] : [],
      )
    const [visit] = await activitiesOf(local.device, company.id)
    await waitFor(async () =>
      expect(await onServer()).toMatchObject([
        {
          recordName: company.name,
          text: 'Call back',
          dueDay: addDays(localDayOf(Date.now()), 14),
          state: 'open',
          origin: { kind: 'visit', id: visit?.id },
        },
      ]),
    )
  })

  it('set a follow-up from a note on another day at a time', async () => {
    const { company, local } = await openedThenCut()
    await press('Add note')
    await userEvent.type(await screen.findByLabelText('Note'), 'Contract ends next year')
    await press('Save note')
    await press('Change: Note')
    await press('Follow up', 'menuitem')
    const dialog = within(
      await screen.findByRole('dialog', { name: `Follow up with ${company.name}` }),
    )
    await press('Another day')
    const day = addDays(localDayOf(Date.now()), 400)
    await userEvent.type(dialog.getByLabelText('Day'), day)
    await userEvent.type(dialog.getByLabelText('What to do (optional)'), 'Renewal')
    await userEvent.selectOptions(dialog.getByLabelText('Time (optional)'), '2:30 pm')
    await press('Save follow-up')
    const due = within(await screen.findByRole('list', { name: 'Follow-ups' }))
    await due.findByText('Renewal')
    await due.findByText(`${formatDay(day)}, 2:30 pm`)
    const [note] = await activitiesOf(local.device, company.id)
    const origin = { kind: 'note', id: note?.id }
    expect(await followUpsOf(local.device, company.id)).toMatchObject([
      { value: { dueDay: day, dueTime: '14:30', text: 'Renewal', origin } },
    ])
    await press('Follow up')
    const another = within(
      await screen.findByRole('dialog', { name: `Follow up with ${company.name}` }),
    )
    expect(another.queryByLabelText('What to do (optional)')).toBeNull()
  })

  it('begin with a visit where quick search asks for one, once', async () => {
    await openedThenCut()
    const address = location.pathname + location.search
    act(() => history.pushState(beginState('visit', history.state), '', address))
    await screen.findByRole('dialog', { name: /^Visit to / })
    expect(location.pathname + location.search).toBe(address)
    expect(history.state).not.toMatchObject({ begin: 'visit' })
    await press('Interested')
    await within(await activity()).findByText('Visit: interested')
    expect(screen.queryByRole('dialog', { name: /^Visit to / })).toBeNull()
  })

  it('store the text and the time of a visit', async () => {
    const { company, network } = await openedThenCut()
    await press('Log visit')
    await userEvent.type(await screen.findByLabelText('Notes (optional)'), 'Spoke of the new yard')
    await press('Change time')
    const day = screen.getByLabelText('Visited on')
    await userEvent.clear(day)
    await userEvent.type(day, '2026-03-02')
    await userEvent.selectOptions(screen.getByLabelText('Time'), '2:30 pm')
    await press('Met')
    await within(await activity()).findByText('Spoke of the new yard')
    network.mend()
    dispatchEvent(new Event('online'))
    await waitFor(async () => expect(await done(company.id)).toHaveLength(1))
    expect(await done(company.id)).toMatchObject([
      { outcome: 'met', text: 'Spoke of the new yard', at: expect.stringContaining(':30:00') },
    ])
  })

  it('preserve a draft while the phone rotates, and save it once', async () => {
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

  it('let the author change and delete a note', async () => {
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

  it('report a wrong field in one press beside its source, and send the report later', async () => {
    const { company, network } = await openedThenCut()
    await press(/^Industry: source/)
    await press('Out of date')
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

  it('show those of other members by name, and let only the author change them', async () => {
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
