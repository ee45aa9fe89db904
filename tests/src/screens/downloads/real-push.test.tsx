import { pageOf } from '../../../kit/screens/lists-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Pushing } from '../../../../src/screens/downloads/push/pushing.tsx'
import { session } from '../../../../src/session/session.ts'
import { askToPush, pushStore } from '../../../../src/shared/crm/push-store.ts'
import { startRealCrm, type RealCrm } from '../../../kit/screens/real-crm.ts'
import { alex } from '../../../kit/session/people.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const patience = { timeout: 60_000 }
const user = userEvent.setup()
const unknown = session.current()
let server: RealCrm
let ids: string[]
let connector: string
let label: string

beforeAll(async () => {
  server = await startRealCrm()
  const { token } = await server.api.crmToken({})
  const { integrations } = await server.api.integrations({ token })
  const integration = integrations.find(({ isSetUp }) => isSetUp)
  connector = integration?.key ?? ''
  label = integration?.label ?? ''
  const { url } = await server.api.connectCrm({ connector, token })
  const back = Object.fromEntries(new URLSearchParams(await server.decide(url, 'allow')))
  await server.api.finishConnectingCrm({ token, state: back['state'] ?? '', code: back['code'] })
  const { records } = await server.api.records({ category: 'company', size: 30, filters: {} })
  ids = records.flatMap((record) => ('domain' in record && record.domain ? [record.id] : []))
  ids.splice(10)
})
afterAll(() => server.close())
afterEach(() => {
  pushStore.requested = null
  act(() => session.update(unknown))
})

const ask = async (name: string) => {
  act(() =>
    askToPush({ category: 'company', source: { kind: 'ids', ids }, name, connector, label }),
  )
  return within(await screen.findByRole('dialog', { name: `Push 10 companies to ${label}` }))
}
const chooseOwner = async (): Promise<void> => {
  const { token } = await server.api.crmToken({})
  const { mapping, owners } = await server.api.crmMapping({ connector, token })
  const [owner] = owners
  await server.api.saveCrmMapping({
    connector,
    token,
    mapping: { ...mapping, owners: { user_alex: owner?.id ?? '' } },
  })
}
const push = async (form: Awaited<ReturnType<typeof ask>>): Promise<void> => {
  const button = await form.findByRole('button', { name: /^Push · / })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull(), patience)
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience)
  await server.work()
}
const newest = async () => {
  const { history } = await server.api.downloadHistory({ size: 1 })
  const { name, type, status, credits } = history[0] ?? {}
  return { name, type, status, credits }
}

it('companies wait for an owner, are checked and pushed once; a second push is free and creates none', async () => {
  act(() => session.update({ identity: { ...alex, userId: 'user_alex', orgId: 'org_harbour' } }))
  pageOf(
    server.api,
    { userId: 'user_alex', orgId: 'org_harbour' },
    <Pushing />,
    '/dashboard/search/new',
  )
  const stopped = await ask('No owner yet')
  await stopped.findByText(/has no active user with your email/, {}, patience)
  await user.click(stopped.getByRole('button', { name: 'Cancel' }))
  await chooseOwner()

  const first = await ask('Ten builders')
  await first.findByText(`Up to a minute and up to 11 calls to ${label}.`, {}, patience)
  await push(first)
  expect(await newest()).toMatchObject({
    name: 'Ten builders',
    type: connector,
    status: 'REQUEST_COMPELETED',
  })

  const second = await ask('The same again')
  await second.findByText(`Nothing changes in ${label}.`, {}, patience)
  await push(second)
  expect(await newest()).toMatchObject({
    name: 'The same again',
    status: 'REQUEST_COMPELETED',
    credits: 0,
  })
})
