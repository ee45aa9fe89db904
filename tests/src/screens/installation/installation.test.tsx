import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Installation } from '../../../../contract/org/installation.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { InstallationScreens } from '../../../../src/screens/installation/installation-screens.tsx'
import { session } from '../../../../src/session/session.ts'
import { alex } from '../../../kit/session/people.ts'
import { startRealApp, type RealApp } from '../../../kit/screens/real-app.ts'
import { fakeApi, show, windowOf, type FakeCalls } from '../../../kit/screens/screen.tsx'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: alex })))
afterEach(() => act(() => session.update(unknown)))
const user = userEvent.setup()
const patience = { timeout: 20_000 }
const address = '/dashboard/installation'

describe('the installation of the real app', () => {
  let server: RealApp
  beforeAll(async () => {
    server = await startRealApp()
  })
  afterAll(() => server.close())

  it('shows version, a backup that never ran, every flag, and what the doctor finds', async () => {
    windowOf(1440)
    show(<InstallationScreens />, server.api, address)
    await screen.findByText('1.2.3', undefined, patience)
    screen.getByText('Never')
    screen.getByText('60 GB free')
    const flags = within(screen.getByRole('region', { name: 'Flags' }))
    flags.getByText('signal-targeting')
    flags.getByText('Gates follow-ups, plans of the day, Today and My visits.')
    // The app's clock is in March 2026, the database's is the machine's.
    const faults = within(await screen.findByRole('alert', undefined, patience))
    expect(
      faults.getByText(/^The clock of this machine is [\d]+ s behind the database’s\./),
    ).toBeTruthy()
  })
})

const minutesAgo = (n: number): string => new Date(Date.now() - n * 60_000).toISOString()

const aProcess = (given: Partial<Installation['processes'][number]> = {}) => ({
  host: 'web-1',
  pid: 412,
  version: '1.2.3',
  build: '7f3a',
  startedAt: minutesAgo(130),
  beatAt: minutesAgo(0),
  workerAt: minutesAgo(0),
  searchAt: minutesAgo(0),
  ...given,
})

const anInstallation = (given: Partial<Installation> = {}): Installation => ({
  version: '1.2.3',
  build: '7f3a',
  node: 'v24.21.0',
  database: 'postgres',
  processes: [aProcess()],
  jobs: [],
  pushes: { waiting: 0, since: null },
  webhooks: [
    { source: 'clerk', lastAt: minutesAgo(5), lastDay: 1 },
    { source: 'stripe', lastAt: null, lastDay: 0 },
  ],
  sources: { active: 2, failing: [] },
  index: { tick: 41, clock: 41 },
  disk: { free: 12e9, size: 80e9 },
  backup: { at: minutesAgo(180), bytes: 1.5e9, target: 's3://backups' },
  flags: [
    {
      flag: 'today',
      gates: 'follow-ups',
      platform: 'on by default',
      organisations: [{ name: 'Harbour', value: 'off, set for it' }],
    },
  ],
  ...given,
})

const open = (given: Partial<Installation>, calls: FakeCalls = {}) =>
  show(
    <InstallationScreens />,
    fakeApi({
      installation: async () => anInstallation(given),
      installationFaults: async () => ({ faults: [] }),
      ...calls,
    }),
    address,
  )
const part = (name: string) => within(screen.getByRole('region', { name }))

describe('the page Installation', () => {
  it('says that nothing is wrong, and checks again on a press', async () => {
    let looks = 0
    open(
      {},
      { installationFaults: async () => ({ faults: looks++ === 0 ? [] : ['The disk is full.'] }) },
    )
    await screen.findByText('Nothing is wrong.')
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The disk is full.')
  })

  it('names processes whose jobs stopped or whose search is behind', async () => {
    open({
      processes: [
        aProcess(),
        aProcess({ pid: 413, workerAt: minutesAgo(9) }),
        aProcess({ pid: 414, workerAt: null, searchAt: minutesAgo(9) }),
      ],
    })
    await screen.findByText('web-1, process 413')
    expect(
      part('Processes')
        .getAllByText(/^(Running|Jobs stopped|Search is behind)$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['Running', 'Jobs stopped', 'Search is behind'])
  })

  it('counts jobs, push messages and webhooks, and names failing sources and who has a flag', async () => {
    open({
      jobs: [{ kind: 'request', waiting: 1200, retrying: 3, dueSince: minutesAgo(20) }],
      pushes: { waiting: 4, since: minutesAgo(2) },
      sources: { active: 2, failing: ['ASIC'] },
      index: { tick: 40, clock: 42 },
    })
    await screen.findByText('1,200 waiting · 3 failed before · oldest due 20 min ago')
    part('Background jobs').getByText('4 waiting · oldest due 2 min ago')
    part('Webhooks').getByText('Last 5 min ago · 1 event in 24 hours')
    part('Webhooks').getByText('Not received yet')
    screen.getByText('ASIC: failing')
    screen.getByText('2 changes behind')
    screen.getByText('1.5 GB · s3://backups')
    expect(part('Flags').getByText('Harbour: off, set for it')).toBeTruthy()
  })

  it('offers to try again where the figures fail to load', async () => {
    const refuse = (): Promise<never> => Promise.reject(new ApiProblem(503, null, null))
    open({}, { installation: refuse, installationFaults: refuse })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
