import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../../../kit/screens/lists-page.tsx'
import { newAgent, type AgentFields } from '../../../../contract/signals/agents.ts'
import { links } from '../../../../contract/links.ts'
import { AgentScreen } from '../../../../src/screens/agents/agent-screen.tsx'
import { AgentsPanel } from '../../../../src/screens/agents/agents-panel.tsx'
import { toHistoryState } from '../../../../src/shared/signals/agent-draft.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { syncNow } from '../../../../src/shared/offline/sync-store.ts'
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
const answering = (calls: Partial<ApiClient>): ApiClient =>
  new Proxy(real, {
    get: (_, name: keyof ApiClient) => calls[name] ?? real[name],
  })
const save = async (name: string): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))

describe('the agent form', () => {
  it('saves an agent with every choice of the form on the server', async () => {
    const { local } = openPage(real, form, links.createAgent())
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '  Hiring surge, WA ')
    await user.click(screen.getByRole('button', { name: 'Hiring surge' }))
    await user.click(
      await screen.findByRole('radio', { name: 'Every morning at 7:30 am Sydney time' }),
    )
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Minimum confidence' }),
      'Very likely (75% or more)',
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Perth time')
    screen.getByRole('radio', { name: 'Every morning at 7:30 am Perth time' })
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
          timeZone: 'Australia/Perth',
          channels: ['app', 'push'],
          quiet: null,
          minConfidence: 0.75,
          version: 1,
        },
      ]),
    )
    await waitFor(async () => expect((await agents(local.device))[0]?.state).toBe('sent'))
  })

  it('starts with the criteria of another screen, without the date filters', async () => {
    const list = await real.createList({ name: 'Roof tilers', category: 'people' })
    const watch = {
      category: 'people' as const,
      filters: { when: ['30'], seniority: ['C-suite'] },
      types: ['promotion'],
      listIds: [list.id],
    }
    openPage(real, form, links.createAgent(), toHistoryState(watch))
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

  it('asks for a name and for a valid number of alerts', async () => {
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
    // A hidden field must not block saving.
    await user.click(
      await screen.findByRole('radio', { name: 'Every morning at 7:30 am Sydney time' }),
    )
    await save('Create agent')
    await waitFor(async () =>
      expect(await onServer()).toMatchObject([{ cadence: 'daily', mostADay: 5 }]),
    )
  })

  it('restores unsaved changes after the user left, until they are discarded', async () => {
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

describe('an existing agent', () => {
  const openAgent = async (agent: { id: string }) => {
    const page = openPage(real, form, links.editAgent(agent.id))
    await screen.findByRole('textbox', { name: 'Name' })
    return page
  }

  it('does not run a paused agent, and says why', async () => {
    await openAgent(await anAgent('Roofers', { paused: true }))
    const runNow = await screen.findByRole('button', { name: 'Run now' })
    expect(runNow.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Paused. Resume it to run it.')).toBeTruthy()
  })

  it('saves changes and preserves a pause made meanwhile', async () => {
    const agent = await anAgent('Roofers')
    await openAgent(agent)
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

  it('follows changes of another device while the form has none', async () => {
    const agent = await anAgent('Roofers')
    await openAgent(agent)
    await real.updateAgent({ ...agent, name: 'Tilers' })
    syncNow()
    const name = screen.getByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(name).toHaveProperty('value', 'Tilers'))
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull()
    await user.type(name, ' and roofers')
    await real.updateAgent({ ...agent, name: 'Slaters' })
    syncNow()
    await screen.findByRole('heading', { name: 'Slaters' })
    expect(name).toHaveProperty('value', 'Tilers and roofers')
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(name).toHaveProperty('value', 'Slaters')
  })

  it('can be deleted and restored', async () => {
    const agent = await anAgent('Plumbers', { types: ['award'] })
    openPage(
      real,
      <>
        {form}
        <AgentsPanel />
      </>,
      links.editAgent(agent.id),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('“Plumbers” deleted.')).toBeTruthy()
    await waitFor(async () => expect(await onServer()).toEqual([]))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      // Its runs survive, which shows in its position.
      expect(await onServer()).toMatchObject([
        { name: 'Plumbers', types: ['award'], createdAt: agent.createdAt },
      ]),
    )
    expect(screen.queryByText('“Plumbers” deleted.')).toBeNull()
  })

  it('runs on request, and lists its runs with links to their signals', async () => {
    const agent = await anAgent('Tilers')
    const run = {
      id: '0190a0a0-0000-7000-8000-0000000000bb',
      at: agent.createdAt,
      signalCount: 3,
      tasks: null,
    }
    const runs: (typeof run)[] = []
    const api = answering({
      agents: async (input) => {
        const answer = await real.agents(input)
        const lastRunAt = runs[0]?.at ?? null
        return { ...answer, agents: answer.agents.map((each) => ({ ...each, lastRunAt })) }
      },
      agentRuns: async () => [...runs],
      runAgent: async () => {
        const first = runs.length === 0
        if (first) runs.push(run)
        return { run: first ? run : null }
      },
    })
    openPage(api, form, links.editAgent(agent.id))
    const runNow = await screen.findByRole('button', { name: 'Run now' })
    expect(screen.getByText('No new signals since you created it.')).toBeTruthy()
    await user.click(runNow)
    const line = await screen.findByRole('link', { name: /^3 signals sent/ })
    const address = new URL(line.getAttribute('href') ?? '', location.href)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      category: 'company',
      agentId: agent.id,
      run: run.id,
    })
    expect(toastStore.toasts.map(({ title }) => title)).toEqual(['Found 3 new signals'])
    const nothing = await screen.findByText(/^No new signals since the last alert, /)
    await user.click(runNow)
    await waitFor(() => expect(`${toastStore.toasts.at(-1)?.title}.`).toBe(nothing.textContent))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' and tilers')
    expect(screen.getByText('Save your changes to run it.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(screen.queryByText('Save your changes to run it.')).toBeNull()
  })

  it('offers tasks in the CRM once it can add them, and lists what became of them', async () => {
    let crmTask: string | null = 'Your organisation hasn’t connected a CRM yet.'
    const agent = await anAgent('Roofers')
    const tasks = { added: 1, waiting: 2, problems: ['Acme isn’t linked to HubSpot.'] }
    const api = answering({
      agents: async () => ({ ...(await real.agents({})), crmTask }),
      agentRuns: async () => [{ id: agent.id, at: agent.createdAt, signalCount: 3, tasks }],
    })
    openPage(api, form, links.editAgent(agent.id))
    expect(await screen.findByText(crmTask)).toBeTruthy()
    const box = screen.getByRole('checkbox', { name: /Task in your CRM/ })
    await user.click(box)
    expect(box).toHaveProperty('checked', false)
    expect(await screen.findByText('1 task added in your CRM.')).toBeTruthy()
    expect(screen.getByText('2 tasks waiting for your CRM.')).toBeTruthy()
    expect(screen.getByText('Acme isn’t linked to HubSpot.')).toBeTruthy()
    cleanup()
    crmTask = null
    openPage(api, form, links.editAgent(agent.id))
    await screen.findByText('1 task added in your CRM.')
    await user.click(screen.getByRole('checkbox', { name: /Task in your CRM/ }))
    expect(await screen.findByText('For companies you’ve pushed, due the next day.')).toBeTruthy()
    await save('Save changes')
    await waitFor(async () =>
      expect(await onServer()).toMatchObject([{ channels: ['app', 'push', 'crm_task'] }]),
    )
  })

  it('warns when it would alert often, and says when the preview failed', async () => {
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
    const limitText = /About 9 alerts a day.* On 61 days you would have hit your daily limit/
    expect(await screen.findByText(limitText)).toBeTruthy()
    cleanup()
    fails = true
    openPage(api, form, links.createAgent())
    expect(await screen.findByText('We couldn’t load the preview')).toBeTruthy()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await screen.findAllByText(/2,000 signals, 800 alerts/)).length).toBe(2)
  })

  it('previews with the last valid number of alerts while the field is invalid', async () => {
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
    // Longer than the debounce of the preview.
    await new Promise((waited) => setTimeout(waited, 700))
    expect(new Set(counted)).toEqual(new Set([5]))
    await user.type(most, '7')
    await waitFor(() => expect(counted.at(-1)).toBe(7))
    expect(screen.queryByText(/Based on a maximum/)).toBeNull()
  })

  it('says that it was deleted on another device', async () => {
    openPage(real, form, links.editAgent('0190a0a0-0000-7000-8000-000000000001'))
    expect(await screen.findByRole('heading', { name: 'This agent was deleted' })).toBeTruthy()
  })
})

describe('the list of agents', () => {
  it('shows what each agent watches for, and how many of the organisation’s agents are in use', async () => {
    const list = await real.createList({ name: 'Perth builders', category: 'company' })
    await anAgent('Hiring', {
      types: ['hiring_surge', 'award'],
      listIds: [list.id],
      filters: { location: ['AU/WA'] },
      cadence: 'weekly',
      paused: true,
    })
    openPage(real, <AgentsPanel />, links.agents())
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

  it('shows what a new agent would have found in the last 90 days, until its first alert', async () => {
    const api = answering({
      previewAgent: async () => ({ total: 12, notices: 4, fullDays: 0, days: [], sample: [] }),
    })
    const { id } = await anAgent('Hiring')
    openPage(api, <AgentsPanel />, links.agents())
    const found = await screen.findByRole('link', {
      name: 'In the last 90 days: 12 signals, 4 alerts.',
    })
    expect(found.getAttribute('href')).toBe(links.editAgent(id))
  })

  it('shows agents beyond the plan’s limit as paused', async () => {
    const { id } = await anAgent('Hiring')
    const smaller = answering({
      agents: async () => ({ ...(await real.agents({})), used: 4, most: 3, resting: [id] }),
    })
    openPage(smaller, <AgentsPanel />, links.agents())
    expect(await screen.findByText('4 agents in your organisation, 3 in your plan')).toBeTruthy()
    expect(
      await screen.findByText(/Your oldest agents stay on\. The others are paused/),
    ).toBeTruthy()
    const line = screen.getByRole('listitem')
    expect(within(line).getByText('Paused by plan limit')).toBeTruthy()
    cleanup()
    openPage(smaller, form, links.editAgent(id))
    expect(await screen.findByText(/so this one is paused/)).toBeTruthy()
    const runNow = screen.getByRole('button', { name: 'Run now' })
    expect(runNow.getAttribute('aria-disabled')).toBe('true')
  })

  it('refuses an agent beyond the plan’s limit, also in the form', async () => {
    await anAgent('The only one')
    openPage(real, form, links.createAgent())
    const message = 'Your organisation’s plan includes 1 agent, and it’s in use.'
    expect((await screen.findAllByText(message, { exact: false })).length).toBeGreaterThan(0)
    const create = screen.getByRole('button', { name: 'Create agent' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'One too many{Enter}')
    expect(await onServer()).toMatchObject([{ name: 'The only one' }])
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  })

  it('sends deletions and new agents in order after a reconnect', async () => {
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

  it('saves the form offline, and says that the preview needs a connection', async () => {
    const network = cuttable(real)
    // The network ends before the preview has come.
    network.refused.set('previewAgent', new Unreachable('network'))
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
