import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { addDays, localDayOf } from '../../../../contract/core/days.ts'
import { links, recordLink } from '../../../../contract/links.ts'
import { dayPlanId } from '../../../../contract/saved-work/day-plan-id.ts'
import { addVisit } from '../../../../src/offline/activities.ts'
import { addStops, readDayPlan, stopIds } from '../../../../src/offline/day-plans.ts'
import { setCadence } from '../../../../src/offline/cadences.ts'
import { addFollowUp } from '../../../../src/offline/follow-ups.ts'
import { createList } from '../../../../src/offline/lists.ts'
import { appendDocs, toPinDocument } from '../../../../src/offline/pin-docs.ts'
import { requestPin } from '../../../../src/offline/pins.ts'
import { saveSignalsOf } from '../../../../src/offline/signals.ts'
import { located } from '../../../../src/shared/position/position.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import type { Local } from '../../../../src/offline/outbox.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { stopsOnMap } from '../../../../src/screens/day/day-map.tsx'
import { DayScreen } from '../../../../src/screens/day/day-screen.tsx'
import type { DayStop } from '../../../../src/shared/day-plan/read-day.ts'
import { handedStopsIn, handStops } from '../../../../src/shared/day-plan/handed-stops.ts'
import { formatWeekday } from '../../../../src/shared/visits/due.ts'
import { session } from '../../../../src/session/session.ts'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, type FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
  act(() => {
    located.at = null
    session.update(unknown)
  })
})

const today = localDayOf(Date.now())
let user = 0
const open = (address = '/dashboard/day', calls: FakeCalls = {}, state?: unknown) => {
  user += 1
  const userId = `user_day_${user}`
  act(() => session.update({ identity: { ...alex, userId } }))
  const api = fakeApi({
    platformFeatures: async () => ({ features: { today: { enabled: true } } }),
    customerFeatures: async () => ({ features: {} }),
    ...calls,
  })
  const { send, network } = line(api)
  network.reached = false
  return showOnDevice(<DayScreen />, api, send, { userId, address, state })
}

/** Along a road to the north, about 11 km apart. */
const companyAt = (number: number, north: number) => {
  const hq = { country: 'AU', state: 'WA', city: 'Perth', lat: -32 + north / 10, lng: 115.8 }
  return aCompany(number, { hq })
}
const stopOf = ({ id, name }: ReturnType<typeof aCompany>) => ({
  category: 'company' as const,
  recordId: id,
  name,
})
const plan = (local: Local, ...companies: ReturnType<typeof aCompany>[]) =>
  act(async () => {
    for (const company of companies) await saveViewed(local, 'company', company)
    await addStops(local, today, companies.map(stopOf))
  })
const stopList = () => screen.getByRole('list', { name: 'Stops in order' })
const names = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('list', { name: 'Stops in order' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const press = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }))
}

it('the best order shortens the way, says about how far it is, and changes nothing again', async () => {
  const { local } = open()
  const [a, b, c] = [companyAt(1, 1), companyAt(2, 3), companyAt(3, 2)]
  await plan(local(), a, b, c)
  expect(await names()).toEqual([a.name, b.name, c.name])
  await screen.findByText('3 stops, about 43 km')
  await press('Best order')
  await screen.findByText('Best order: about 29 km, was about 43 km.')
  await waitFor(async () => expect(await names()).toEqual([a.name, c.name, b.name]))
  await press('Best order')
  await screen.findByText('This order is best, about 29 km.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('its map is the list of stops and a sentence where the browser draws none, in the address too', async () => {
  const { local } = open()
  const [a, b] = [companyAt(1, 1), companyAt(2, 3)]
  await plan(local(), a, b)
  await names()
  fireEvent.click(screen.getByRole('radio', { name: 'Map' }))
  await screen.findByText('This browser can’t draw a map. The list has the same stops.')
  expect(await names()).toEqual([a.name, b.name])
  expect(location.search).toContain('view=map')
})

it('numbers on its map are those of the list, also after a stop without an address', () => {
  // Only these of a stop are read.
  const stop = (id: string, spot: object | null) =>
    ({ category: 'company', recordId: id, name: id, spot }) as DayStop
  expect(stopsOnMap([stop('a', null), stop('b', { lat: -32, lng: 116 })])).toEqual({
    points: [{ id: 'b', category: 'company', name: 'b', lat: -32, lng: 116, order: 2 }],
    read: 2,
    total: 2,
  })
})

it('a stop moves by its buttons, which keep the focus, and the length follows', async () => {
  const { local } = open()
  const [a, b, c] = [companyAt(1, 1), companyAt(2, 2), companyAt(3, 3)]
  await plan(local(), a, b, c)
  await names()
  const up = screen.getByRole('button', { name: `Move ${c.name} up` })
  up.focus()
  fireEvent.click(up)
  await screen.findByText(`${c.name} is now stop 2 of 3.`)
  await waitFor(async () => expect(await names()).toEqual([a.name, c.name, b.name]))
  expect(document.activeElement?.getAttribute('aria-label')).toBe(`Move ${c.name} up`)
  await screen.findByText('3 stops, about 43 km')
  await press('Undo')
  await waitFor(async () => expect(await names()).toEqual([a.name, b.name, c.name]))
  expect(
    screen.getByRole('button', { name: `Move ${a.name} up` }).getAttribute('aria-disabled'),
  ).toBe('true')
})

it('a logged visit ticks its stop off, and the next stop says what was last said and names the person to ask for', async () => {
  const { local } = open()
  const [a, b] = [companyAt(1, 1), companyAt(2, 2)]
  await plan(local(), a, b)
  const next = () => screen.findByRole('article', { name: 'Next stop' })
  expect(within(await next()).getByRole('link', { name: a.name })).toBeTruthy()
  const about = (company: typeof a) => ({ category: 'company' as const, recordId: company.id })
  await act(async () => {
    await saveViewed(local(), 'people', aPerson(1, { company_id: b.id, seniority: 'Manager' }))
    await saveViewed(local(), 'people', aPerson(3, { company_id: b.id, seniority: 'C-suite' }))
    const before = new Date(Date.now() - 3 * 86_400_000).toISOString()
    await addVisit(local(), about(b), { outcome: 'call back', text: 'Wants a quote', at: before })
    await addVisit(local(), about(a), { outcome: 'met' })
  })
  await waitFor(async () =>
    expect(within(await next()).getByRole('link', { name: b.name })).toBeTruthy(),
  )
  expect((await next()).textContent).toContain('Next stop, 2 of 2')
  await waitFor(async () => expect((await next()).textContent).toContain('Wants a quote'))
  expect((await next()).textContent).toContain('Person 3, Director of Operations')
  expect(within(await next()).getByRole('link', { name: 'Directions' })).toBeTruthy()
  expect(screen.getByText('Visited, Met · Perth WA')).toBeTruthy()
})

it('more than 30 stops are refused in words, and none is added', async () => {
  const { local } = open()
  await screen.findByRole('heading', { name: 'No stops yet' })
  await act(async () => {
    for (let number = 1; number <= 31; number++) {
      const { id: recordId, name } = aCompany(number)
      await addFollowUp(
        local(),
        { category: 'company', recordId, name },
        { text: '', dueDay: today, dueTime: null, origin: null },
      )
    }
  })
  await press('Add stops')
  await press('Choose all 31')
  await press('Add 31 stops')
  await screen.findByText('A day holds 30 stops. You’ve chosen 31. Choose fewer.')
  expect(await readDayPlan(local().device, today)).toBeNull()
  await press('Choose the first 8')
  await press('Add 8 stops')
  expect(await names()).toHaveLength(8)
})

it('a full device says that a move was not saved, and loses nothing', async () => {
  const { local } = open()
  const [a, b] = [companyAt(1, 1), companyAt(2, 2)]
  await plan(local(), a, b)
  await names()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await press(`Move ${b.name} up`)
  await screen.findByText('We couldn’t save this on your device. Try again.')
  put.mockRestore()
  expect(await names()).toEqual([a.name, b.name])
  await press(`Move ${b.name} up`)
  await waitFor(async () => expect(await names()).toEqual([b.name, a.name]))
})

it('a browser that blocks storage leaves advice in place of the plan', async () => {
  const opening = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('No', 'SecurityError')
  })
  open()
  const advice = /^Your plans are stored on this device\. To see them here, open Fieldbook/
  expect(await screen.findByText(advice)).toBeTruthy()
  opening.mockRestore()
})

it('a removed record stays as a stop that says so', async () => {
  const { local } = open()
  const [a, b] = [companyAt(1, 1), companyAt(2, 2)]
  await plan(local(), a, b)
  await names()
  const { device } = local()
  await act(() =>
    device.write(['dayPlans', 'records'], async ({ dayPlans, records }) => {
      await records.delete(a.id)
      await dayPlans
        .where('id')
        .equals(dayPlanId(device.userId, today))
        .modify((row) => {
          const stops = { ...(row.value?.['stops'] as Record<string, object>) }
          row.value = { ...row.value, stops: { ...stops, [a.id]: { ...stops[a.id], name: null } } }
        })
    }),
  )
  await screen.findByText('This record was removed from Fieldbook.')
  expect(await names()).toEqual([b.name])
})

it('a stop moves to the next day, and comes back with Undo', async () => {
  const { local } = open()
  const [a, b] = [companyAt(1, 1), companyAt(2, 2)]
  await plan(local(), a, b)
  const tomorrow = addDays(today, 1)
  const idsOn = async (day: string) => {
    const found = await readDayPlan(local().device, day)
    return found && stopIds(found.value)
  }
  await press(`Actions for ${a.name}`)
  fireEvent.click(
    await screen.findByRole('menuitem', { name: `Move to ${formatWeekday(tomorrow)}` }),
  )
  await screen.findByText(`${a.name} is now on ${formatWeekday(tomorrow)}.`)
  expect([await idsOn(today), await idsOn(tomorrow)]).toEqual([[b.id], [a.id]])
  await press('Undo')
  await waitFor(async () =>
    expect([await idsOn(today), await idsOn(tomorrow)]).toEqual([[a.id, b.id], null]),
  )
})

it('starts at a postcode that the device’s records know, and says so where none does', async () => {
  const searchTowns = vi.fn<NonNullable<FakeCalls['searchTowns']>>(async () => {
    throw new Error('offline')
  })
  const { local } = open(undefined, { searchTowns })
  const a = companyAt(1, 1)
  const office = { ...a.hq, country: 'AU', postcode: '6000', lat: -32, lng: 115.8 }
  const geraldton = { country: 'AU', state: 'WA', is_hq: false, lat: -28.77, lng: 114.61 }
  await plan(local(), { ...a, locations: [geraldton] }, aCompany(9, { hq: office }))
  await names()
  expect(screen.getByText(/^Some of these companies have several offices/)).toBeTruthy()
  const choose = (postcode: string): void => {
    fireEvent.change(screen.getByRole('textbox', { name: 'Postcode' }), {
      target: { value: postcode },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  }
  fireEvent.change(screen.getByRole('combobox', { name: 'Start' }), {
    target: { value: 'new postcode' },
  })
  await screen.findByRole('textbox', { name: 'Postcode' })
  choose('9999')
  await screen.findByText('We couldn’t find 9999. Check it, or try again online.')
  choose('6000')
  await screen.findByText('2 stops, about 29 km from 6000')
  await waitFor(() =>
    expect(screen.queryByText(/^Some of these companies have several offices/)).toBeNull(),
  )
  expect(searchTowns).toHaveBeenCalledTimes(1)
})

const melbourne = {
  country: 'AU',
  state: 'VIC',
  city: 'Melbourne',
  lat: -37.8,
  lng: 144.96,
  is_hq: false,
}

it('adds what a search selected, once, at the offices where it searched, and says so', async () => {
  const a = { ...companyAt(1, 1), locations: [melbourne] }
  const state = handStops({ category: 'company', ids: [a.id], region: ['AU/VIC'] })
  const syncRecords = async () => ({
    category: 'company' as const,
    total: 1,
    checksum: '',
    asOf: '',
    records: [a],
    employers: [],
    ids: null,
    cursor: null,
  })
  open('/dashboard/day', { syncRecords }, state)
  expect(await names()).toEqual([a.name])
  expect(handedStopsIn(history.state)).toBeNull()
  expect(within(stopList()).getByText('Melbourne VIC')).toBeTruthy()
  expect(document.body.textContent).toContain(
    'Of several offices, the stop is the one in Victoria.',
  )
  expect(screen.queryByText(/^Some of these companies have several offices/)).toBeNull()
})

it('stops from a list are at the offices in its region, whatever the head office', async () => {
  const { local } = open()
  const a = { ...companyAt(1, 1), locations: [melbourne] }
  const b = aCompany(2, { hq: melbourne })
  const id = await act(() => createList(local(), { name: 'Round', category: 'company' }))
  const page = [a, b].map((company) => toPinDocument(company, new Map(), Date.now()))
  await act(async () => {
    for (const company of [a, b]) await saveViewed(local(), 'company', company)
    await requestPin(local(), { source: 'list', sourceId: id, category: 'company' })
    await local().device.write(['docs'], (tables) => appendDocs(tables, `list:${id}`, page))
  })
  await press('Add stops')
  await press('Choose all 2')
  await press('Add 2 stops')
  expect(await names()).toHaveLength(2)
  expect(within(stopList()).getAllByText('Melbourne VIC')).toHaveLength(2)
  expect(document.body.textContent).toContain('the one in Melbourne, VIC.')
})

it('what is due is nearest first once the device is located, and a refusal says how to allow it', async () => {
  const { local } = open()
  const [near, far] = [companyAt(1, 1), companyAt(2, 9)]
  const ago = new Date(Date.now() - 60 * 86_400_000).toISOString()
  await act(async () => {
    for (const company of [far, near]) await saveViewed(local(), 'company', company)
    const { id: targetId, name } = near
    await setCadence(local(), { target: 'company', targetId, name }, 6)
    await addVisit(local(), stopOf(near), { outcome: 'met', at: ago })
    const due = {
      text: 'Bring the quote',
      dueDay: addDays(today, -60),
      dueTime: null,
      origin: null,
    }
    await addFollowUp(local(), stopOf(far), due)
  })
  await press('Add stops')
  const found = () =>
    screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  await screen.findByText('Company 2, Bring the quote')
  expect(found()).toEqual(['Company 2, Bring the quote', 'Company 1, every 6 weeks'])
  const getCurrentPosition = vi
    .fn<Geolocation['getCurrentPosition']>((done) =>
      done({ coords: { latitude: -32, longitude: 115.8 } } as GeolocationPosition),
    )
    .mockImplementationOnce((_, fail) => fail?.({ code: 1 } as GeolocationPositionError))
  const own = { configurable: true, value: { getCurrentPosition } }
  Object.defineProperty(navigator, 'geolocation', own)
  await press('Use my location')
  await screen.findByText(/^Fieldbook isn’t allowed to use your location\./)
  await press('Use my location')
  await screen.findByText('Company 1, every 6 weeks, 11 km')
  expect(found()).toEqual(['Company 1, every 6 weeks, 11 km', 'Company 2, Bring the quote, 100 km'])
  fireEvent.change(screen.getByRole('combobox', { name: 'From' }), { target: { value: 'near' } })
  await waitFor(() => expect(found()).toEqual(['Company 1, 11 km', 'Company 2, 100 km']))
})

it('the brief of a stop says what to know at its door, and leads to its record and the next stop', async () => {
  const { local } = open()
  const [a, b] = [companyAt(1, 1), companyAt(2, 2)]
  const listed = { masked: '0491 ••• •06', type: 'mobile', dnc: { listed: 'yes' as const } }
  await plan(local(), a, b)
  await act(async () => {
    const owner = { company_id: a.id, name: 'Robin Ash', mobile: listed }
    await saveViewed(local(), 'people', aPerson(1, owner))
    await saveSignalsOf(local(), a.id, { total: 1, signals: [aSignal(1)] })
    const due = { text: 'Bring the quote', dueDay: today, dueTime: null, origin: null }
    await addFollowUp(local(), stopOf(a), due)
  })
  await names()
  const link = within(stopList()).getAllByRole('link')[0]
  expect(link?.getAttribute('href')).toBe(links.dayStop(a.id, today))
  fireEvent.click(link ?? document.body)
  await screen.findByRole('heading', { level: 1, name: a.name })
  const said = (term: string) => screen.getByText(term).nextElementSibling?.textContent
  await waitFor(() => expect(said('What’s new')).toContain('Hiring surge at Company 1'))
  expect(said('Ask for')).toBe(
    'Robin AshDirector of OperationsOn the Do Not Call Register. Do not call.',
  )
  expect(said('Last time')).toBe('No visit yet.')
  expect(said('You promised')).toBe('Bring the quote today')
  const record = screen.getByRole('link', { name: 'Open the full record' })
  expect(record.getAttribute('href')).toBe(recordLink('company', a.id))
  await act(() => addVisit(local(), stopOf(a), { outcome: 'met', text: 'Signed' }))
  await waitFor(() => expect(said('Last time')).toBe('Visited today · Met: Signed'))
  fireEvent.click(await screen.findByRole('link', { name: `Next: ${b.name}` }))
  await screen.findByRole('heading', { level: 1, name: b.name })
})
