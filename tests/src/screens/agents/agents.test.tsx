import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../../../kit/screens/lists-page.tsx'
import { newAgent, type AgentFields } from '../../../../contract/signals/agents.ts'
import { links } from '../../../../contract/links.ts'
import { AgentScreen } from '../../../../src/screens/agents/agent-screen.tsx'
import { AgentsPanel } from '../../../../src/screens/agents/agents-panel.tsx'
import { handingOver } from '../../../../src/shared/signals/watching.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { syncNow } from '../../../../src/shared/offline/syncing.ts'
import { agents, createAgent } from '../../../../src/offline/agents.ts'
import { toastStore } from '../../../../src/ui/toast-store.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { cuttable } from '../../../kit/screens/sync.tsx'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api: real, close } = await startRealApp()
afterAll(close)
beforeEach(() => windowOf(1440))
afterEach(async () => {
  cleanup()
  toastStore.toasts.splice(0)
  for (const { id } of (await real.agents({})).agents) await real.deleteAgent({ id })
})

const user = userEvent.setup()
const form = <AgentScreen upgrade={<p>Ask an admin</p>} alerts={<p>Turn on alerts</p>} />
const onServer = async () => (await real.agents({})).agents
const anAgent = (name: string, more: Partial<AgentFields> = {}) =>
  real.createAgent({ ...newAgent, name, ...more })
/** The real server, but for some calls. */
const answering = (calls: Partial<ApiClient>): ApiClient =>
  new Proxy(real, {
    get: (_, name: keyof ApiClient) => calls[name] ?? real[name],
  })
const save = async (name: string): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))

describe('the form of an agent', () => {
  it('makes an agent that the server has, with everything chosen on it', async () => {
    const { local } = openPage(real, form, links.createAgent())
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '  Hiring surge, WA ')
    await user.click(screen.getByRole('button', { name: 'Hiring surge' }))
    await user.click(screen.getByRole('radio', { name: 'Every morning at 7:30 am' }))
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Minimum confidence' }),
      'Very likely (75% or more)',
    )
    await user.click(screen.getByRole('switch', { name: /Quiet hours/ }))
    await save('Create agent')
    await waitFor(() => expect(location.search).toBe('?agents'))
    await waitFor(async () =>
      expect(await onServer()).toMatchObject([
        {
          name: 'Hiring surge, WA',
          category: 'company',
          types: ['hiring_surge'],
          cadence: 'daily',
          channels: ['app', 'push'],
          quiet: null,
          minConfidence: 0.75,
          version: 1,
        },
      ]),
    )
    await waitFor(async () => expect((await agents(local.device))[0]?.state).toBe('sent'))
  })

  it('begins with what another screen found; what is to come has no dates', async () => {
    const list = await real.createList({ name: 'Roof tilers', category: 'people' })
    const watch = {
      category: 'people' as const,
      filters: { when: ['30'], seniority: ['C-suite'] },
      types: ['promotion'],
      listIds: [list.id],
    }
    openPage(real, form, links.createAgent(), handingOver(watch))
    const promotion = await screen.findByRole('button', { name: 'Promotion' })
    expect(promotion.getAttribute('aria-pressed')).toBe('true')
    const ticked = await screen.findByRole('checkbox', { name: 'Roof tilers' })
    expect(ticked).toHaveProperty('checked', true)
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Promoted tilers')
    await save('Create agent')
    await waitFor(async () =>
      expect(await onServer()).toMatchObject([
        { ...watch, name: 'Promoted tilers', filters: { seniority: ['C-suite'] } },
      ]),
    )
  })

  it('asks for a name, and for a number of notices that there can be', async () => {
    openPage(real, form, links.createAgent())
    const most = await screen.findByRole('spinbutton', { name: 'Maximum alerts per day' })
    await user.clear(most)
    await save('Create agent')
    expect(await screen.findByText('Enter a name.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
    expect(screen.getByText('Enter a number from 1 to 50.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Builders')
    await user.type(most, '51')
    await save('Create agent')
    expect(document.activeElement).toBe(most)
    expect(await onServer()).toEqual([])
    // Its field goes with what tells at once: what was wrong in it stops nobody any more.
    await user.click(screen.getByRole('radio', { name: 'Every morning at 7:30 am' }))
    await save('Create agent')
    await waitFor(async () =>
      expect(await onServer()).toMatchObject([{ cadence: 'daily', mostADay: 5 }]),
    )
  })

  it('loses nothing that was typed when one leaves it, until one lets go of it', async () => {
    const { unmount } = openPage(real, form, links.createAgent())
    const before = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(before)
    await user.type(before, 'Half an agent')
    unmount()
    expect(toastStore.toasts.at(-1)?.title).toBe(
      'Not saved yet. Your changes are still in the form',
    )
    openPage(real, form, links.createAgent())
    const name = await screen.findByRole('textbox', { name: 'Name' })
    expect(name).toHaveProperty('value', 'Half an agent')
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(name).toHaveProperty('value', '')
    cleanup()
    openPage(real, form, links.createAgent())
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', '')
  })
})

describe('an agent that is there', () => {
  const openAgent = async (agent: { id: string }) => {
    const page = openPage(real, form, links.editAgent(agent.id))
    await screen.findByRole('textbox', { name: 'Name' })
    return page
  }

  it('is changed, and keeps that it was paused meanwhile', async () => {
    const made = await anAgent('Roofers')
    await openAgent(made)
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    expect(await screen.findByText(/Paused\. It won’t find or send/)).toBeTruthy()
    const name = screen.getByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Roofers and tilers')
    await save('Save changes')
    await waitFor(async () =>
      expect(await onServer()).toMatchObject([{ name: 'Roofers and tilers', paused: true }]),
    )
  })

  it('follows what another device makes of it, as long as nothing is changed here', async () => {
    const made = await anAgent('Roofers')
    await openAgent(made)
    await real.updateAgent({ ...made, name: 'Tilers' })
    syncNow()
    const name = screen.getByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(name).toHaveProperty('value', 'Tilers'))
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull()
    await user.type(name, ' and roofers')
    await real.updateAgent({ ...made, name: 'Slaters' })
    syncNow()
    await screen.findByRole('heading', { name: 'Slaters' })
    expect(name).toHaveProperty('value', 'Tilers and roofers')
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(name).toHaveProperty('value', 'Slaters')
  })

  it('is deleted and brought back', async () => {
    const made = await anAgent('Plumbers', { types: ['award'] })
    openPage(
      real,
      <>
        {form}
        <AgentsPanel />
      </>,
      links.editAgent(made.id),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('“Plumbers” deleted.')).toBeTruthy()
    await waitFor(async () => expect(await onServer()).toEqual([]))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      // What it told goes along, which its place among the others shows.
      expect(await onServer()).toMatchObject([
        { name: 'Plumbers', types: ['award'], createdAt: made.createdAt },
      ]),
    )
    expect(screen.queryByText('“Plumbers” deleted.')).toBeNull()
  })

  it('tells when one asks, and lists what it has told with the way to its signals', async () => {
    const made = await anAgent('Tilers')
    const run = { id: '0190a0a0-0000-7000-8000-0000000000bb', at: made.createdAt, signalCount: 3 }
    const told: (typeof run)[] = []
    const api = answering({
      agentRuns: async () => [...told],
      runAgent: async () => {
        const first = told.length === 0
        if (first) told.push(run)
        return { run: first ? run : null }
      },
    })
    openPage(api, form, links.editAgent(made.id))
    const tell = await screen.findByRole('button', { name: 'Run now' })
    await user.click(tell)
    const line = await screen.findByRole('link', { name: /^3 signals/ })
    const address = new URL(line.getAttribute('href') ?? '', location.href)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      category: 'company',
      agentId: made.id,
      run: run.id,
    })
    expect(toastStore.toasts.map(({ title }) => title)).toEqual(['Found 3 new signals'])
    await user.click(tell)
    await waitFor(() =>
      expect(toastStore.toasts.at(-1)?.title).toBe('Nothing new since the last alert'),
    )
  })

  it('says so where it would ring a lot, and where that could not be counted', async () => {
    let fails = false
    let fullDays = 0
    const api = answering({
      previewAgent: async () => {
        if (fails) throw new Unreachable('network')
        return { total: 2_000, notices: 800, fullDays, days: [], sample: [] }
      },
    })
    openPage(api, form, links.createAgent())
    expect(await screen.findByText(/About 9 alerts a day\. Narrow it/)).toBeTruthy()
    expect(screen.queryByText(/hit your daily limit/)).toBeNull()
    cleanup()
    fullDays = 61
    openPage(api, form, links.createAgent())
    const held = /About 9 alerts a day.* On 61 days you would have hit your daily limit/
    expect(await screen.findByText(held)).toBeTruthy()
    cleanup()
    fails = true
    openPage(api, form, links.createAgent())
    expect(await screen.findByText('We couldn’t load the preview')).toBeTruthy()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await screen.findAllByText(/2,000 signals, 800 alerts/)).length).toBe(2)
  })

  it('goes on counting with the last number of notices while there is none that could be', async () => {
    const counted: number[] = []
    const api = answering({
      previewAgent: async ({ mostADay }) => {
        counted.push(mostADay)
        return { total: 200, notices: 80, fullDays: 0, days: [], sample: [] }
      },
    })
    openPage(api, form, links.createAgent())
    const most = await screen.findByRole('spinbutton', { name: 'Maximum alerts per day' })
    await screen.findAllByText(/80 alerts/)
    await user.clear(most)
    await screen.findByText(/Based on a maximum of 5 alerts a day\./)
    // Longer than the form waits before it asks again.
    await new Promise((waited) => setTimeout(waited, 700))
    expect(new Set(counted)).toEqual(new Set([5]))
    await user.type(most, '7')
    await waitFor(() => expect(counted.at(-1)).toBe(7))
    expect(screen.queryByText(/Based on a maximum/)).toBeNull()
  })

  it('says so where it was deleted elsewhere', async () => {
    openPage(real, form, links.editAgent('0190a0a0-0000-7000-8000-000000000001'))
    expect(await screen.findByRole('heading', { name: 'This agent was deleted' })).toBeTruthy()
  })
})

describe('one’s agents', () => {
  it('are listed with what they watch for, and how many of the organisation’s are in use', async () => {
    const list = await real.createList({ name: 'Perth builders', category: 'company' })
    await anAgent('Hiring', {
      types: ['hiring_surge', 'award'],
      listIds: [list.id],
      filters: { location: ['AU/WA'] },
      cadence: 'weekly',
      paused: true,
    })
    openPage(real, <AgentsPanel />, `${links.signals()}?agents`)
    const line = await screen.findByRole('listitem')
    await within(line).findByText(
      'Hiring surges and awards in Perth builders; location: Western Australia.',
    )
    expect(within(line).getByText('Mondays at 7:30 am')).toBeTruthy()
    expect(within(line).getByText('Paused')).toBeTruthy()
    expect(within(line).getByText('No alerts yet')).toBeTruthy()
    expect(await screen.findByText('1 of 1 in use in your organisation')).toBeTruthy()
    await user.click(within(line).getByRole('button', { name: 'Actions for Hiring' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Resume' }))
    await waitFor(async () => expect(await onServer()).toMatchObject([{ paused: false }]))
    await user.click(screen.getByRole('button', { name: 'Actions for Hiring' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('0 of 1 in use in your organisation')).toBeTruthy()
  })

  it('that the plan has no room for any more rest, and say so', async () => {
    const { id } = await anAgent('Hiring')
    const smaller = answering({
      agents: async () => ({ ...(await real.agents({})), held: 4, most: 3, resting: [id] }),
    })
    openPage(smaller, <AgentsPanel />, `${links.signals()}?agents`)
    expect(await screen.findByText('4 agents in your organisation, 3 in your plan')).toBeTruthy()
    expect(
      await screen.findByText(/Your oldest agents stay on\. The others are paused/),
    ).toBeTruthy()
    const line = screen.getByRole('listitem')
    expect(within(line).getByText('Paused by plan limit')).toBeTruthy()
    cleanup()
    openPage(smaller, form, links.editAgent(id))
    expect(await screen.findByText(/so this one is paused/)).toBeTruthy()
    const tell = screen.getByRole('button', { name: 'Run now' })
    expect(tell.getAttribute('aria-disabled')).toBe('true')
  })

  it('cannot be more than the plan allows, and the form says so', async () => {
    await anAgent('The only one')
    openPage(real, form, links.createAgent())
    const words = 'Your organisation’s plan includes 1 agent, and it’s in use.'
    expect((await screen.findAllByText(words, { exact: false })).length).toBeGreaterThan(0)
    const create = screen.getByRole('button', { name: 'Create agent' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'One too many{Enter}')
    expect(await onServer()).toMatchObject([{ name: 'The only one' }])
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  })

  it('are deleted and made without a connection, and sent in that order once it is back', async () => {
    await anAgent('Before')
    const network = cuttable(real)
    const { local } = openPage(
      network.api,
      <>
        {form}
        <AgentsPanel />
      </>,
      links.createAgent(),
    )
    await screen.findByRole('link', { name: 'Before' })
    network.cut()
    await user.click(screen.getByRole('button', { name: 'Actions for Before' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Before' })).toBeNull())
    await createAgent(local, { ...newAgent, name: 'Out of reach' })
    const line = (await screen.findByRole('link', { name: 'Out of reach' })).closest('li')
    if (line === null) throw new Error('It is not listed')
    expect(await within(line).findByText('Not synced yet')).toBeTruthy()
    expect(await onServer()).toMatchObject([{ name: 'Before' }])
    network.mend()
    window.dispatchEvent(new Event('online'))
    await waitFor(async () => expect(await onServer()).toMatchObject([{ name: 'Out of reach' }]))
    await waitFor(async () =>
      expect(await agents(local.device)).toMatchObject([{ state: 'sent', value: { version: 1 } }]),
    )
  })

  it('are made by the form without a connection too, which says that counting needs one', async () => {
    const network = cuttable(real)
    const { local } = openPage(network.api, form, links.createAgent())
    const name = await screen.findByRole('textbox', { name: 'Name' })
    network.cut()
    expect(await screen.findByText(/You need a connection to see the preview/)).toBeTruthy()
    await user.type(name, 'Made in a tunnel')
    await save('Create agent')
    await waitFor(async () =>
      expect(await agents(local.device)).toMatchObject([
        { state: 'on this device', value: { name: 'Made in a tunnel' } },
      ]),
    )
    network.mend()
    window.dispatchEvent(new Event('online'))
    await waitFor(async () =>
      expect(await onServer()).toMatchObject([{ name: 'Made in a tunnel' }]),
    )
  })
})
