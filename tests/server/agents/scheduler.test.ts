import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestApp } from '../../kit/app.ts'
import { add, makeAgent, memberOf, startAgentsApp, titles } from '../../kit/agents.ts'
import type { Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'

describe('the agent scheduler of a running server', () => {
  let test: TestApp
  let alex: Member
  beforeAll(async () => {
    ;({ test } = await startAgentsApp())
    alex = memberOf(test, { userId: 'user_alex' })
    await makeAgent(alex)
    await test.app.jobs.start()
  })
  afterAll(() => test.close())

  const company = { id: crypto.randomUUID(), name: 'Perth Builders' }
  const waitForTitle = (title: string): Promise<boolean> =>
    vi.waitUntil(async () => (await titles(alex))[0] === title, { timeout: 15_000 })

  it('delivers signals of this process and of others', async () => {
    await add(test, [draft('woken', company)])
    test.app.jobs.signalsAdded()
    await waitForTitle('1 new hiring surge')
    // As if another process had added them.
    await add(test, [draft('seen', company), draft('seen too', company)])
    await waitForTitle('3 new hiring surges')
    expect(await titles(alex)).toHaveLength(1)
  })
})
