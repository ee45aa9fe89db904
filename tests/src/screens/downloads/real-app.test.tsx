import { pageOf } from '../../../kit/screens/lists-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Downloading } from '../../../../src/screens/downloads/ask/downloading.tsx'
import { DownloadsScreen } from '../../../../src/screens/downloads/downloads-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { downloadStore, askToDownload } from '../../../../src/shared/downloads/download-store.ts'
import { alex } from '../../../kit/session/people.ts'
import { startRealApp, type RealApp } from '../../../kit/screens/real-app.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let server: RealApp
let people: string[]

beforeAll(async () => {
  server = await startRealApp()
  const { records } = await server.api.records({
    category: 'people',
    size: 100,
    filters: { has_mobile: ['Yes'], has_work_email: ['Yes'] },
  })
  people = records.map(({ id }) => id)
})
afterAll(() => server.close())
const unknown = session.current()
afterEach(() => {
  downloadStore.requested = null
  act(() => session.update(unknown))
})

/** Background work takes longer on a busy machine. */
const patience = { timeout: 60_000 }
const user = userEvent.setup()
// A browser saves such a link's file; happy-dom opens it.
document.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement && event.target.hasAttribute('download'))
    event.preventDefault()
})
const open = () => {
  windowOf(1440)
  act(() => session.update({ identity: { ...alex, userId: 'user_alex', orgId: 'org_harbour' } }))
  pageOf(
    server.api,
    { userId: 'user_alex', orgId: 'org_harbour' },
    <>
      <DownloadsScreen />
      <Downloading />
    </>,
    '/dashboard/download-center',
  )
}
const ask = (ids: readonly string[], name: string): void =>
  act(() => askToDownload({ category: 'people', source: { kind: 'ids', ids: [...ids] }, name }))
const press = async (name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))
const becomes = (name: string, text: RegExp): Promise<void> =>
  waitFor(
    () => expect(screen.getByRole('row', { name: new RegExp(name) }).textContent).toMatch(text),
    patience,
  )

it('A file is priced, requested, made and fetched; a second file of the same people is free', async () => {
  open()
  ask(people.slice(0, 12), 'Twelve owners')
  await press('Download · 12 credits')
  await becomes('Twelve owners', /Completed.*12 people.*12/)
  await user.click(screen.getByRole('link', { name: 'Twelve owners' }))
  const details = within(await screen.findByRole('dialog', { name: 'Twelve owners' }))
  await waitFor(() => expect(details.getAllByText('Delivered')).toHaveLength(13), patience)
  const id = new URLSearchParams(location.search).get('open') ?? ''
  const { url } = await server.api.downloadLink({ id })
  const { status, body, headers } = await server.get(url)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain('Twelve owners.csv')
  expect(body.trimEnd().split('\r\n')).toHaveLength(13)
  await user.keyboard('{Escape}')

  ask(people.slice(0, 12), 'The same again')
  await press('Download · free')
  await becomes('The same again', /Completed.*free/)
})

it('A request without enough credits waits, and runs once there are credits', async () => {
  open()
  const { balance } = await server.api.credits({})
  const left = 5
  await server.api.reveal({
    category: 'people',
    ids: people.slice(12, 12 + balance - left),
    agreed: balance - left,
  })
  // As many people as a trial allows, one of them owned.
  const rest = people.slice(12 + balance - left).slice(0, 24)
  const wanted = [...people.slice(0, 1), ...rest]
  expect(wanted).toHaveLength(25)
  ask(wanted, 'Too many')
  await screen.findAllByText(/credits needed, 5 credits available/)
  await press('Request anyway')
  await becomes('Too many', /Insufficient credits/)
  await server.grant(100)
  await user.click(screen.getByRole('link', { name: 'Too many' }))
  await press('Try again')
  await press(`Try again · ${rest.length} credits`)
  const details = await screen.findByRole('dialog', { name: 'Too many' })
  await within(details).findByText('Completed', {}, patience)
  expect((await server.api.credits({})).balance).toBe(left + 100 - rest.length)
})
