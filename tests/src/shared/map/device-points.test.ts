import { expect, it } from 'vitest'
import { toPinDocument } from '../../../../src/offline/pin-docs.ts'
import { pointsOnDevice } from '../../../../src/shared/map/device-points.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'

const perth = { state: 'WA', country: 'AU', lat: -31.95, lng: 115.86 }
const sydney = { state: 'NSW', country: 'AU', lat: -33.87, lng: 151.21 }
const both = { ...aCompany(1), hq: sydney, locations: [{ ...perth, is_hq: false }] }
const none = { ...aCompany(2), locations: [] }
delete none.hq
const docs = new Map([both, none].map((view) => [view.id, toPinDocument(view, new Map(), 0)]))
const ids = [...docs.keys()]
const records = { bulkGet: async (wanted: string[]) => wanted.map(() => ({ view: both })) }
// Only `read` of the device is used.
const device = { read: (work: (tables: object) => unknown) => work({ records }) } as never

const pointOf = async (origin: typeof perth | null, region: readonly string[]) =>
  (await pointsOnDevice(device, docs, ids, origin, region)).points

it('shows a company where its row does: its head office, the nearest office, or the first in the region of the list', async () => {
  const point = { id: both.id, name: both.name }
  expect(await pointOf(null, [])).toEqual([{ ...point, lat: sydney.lat, lng: sydney.lng }])
  expect(await pointOf(perth, [])).toEqual([{ ...point, lat: perth.lat, lng: perth.lng }])
  expect(await pointOf(null, ['AU/WA'])).toEqual([{ ...point, lat: perth.lat, lng: perth.lng }])
})

it('counts a company without a position as read', async () => {
  expect(await pointsOnDevice(device, docs, ids, null, [])).toMatchObject({ read: 2, total: 2 })
})
