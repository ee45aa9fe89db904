import { asSend, someDevice } from '../../kit/device/device.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPageSync } from '../../../src/app/page-sync.ts'
import { unsentSender } from '../../../src/app/unsent.ts'
import { createSession } from '../../../src/session/session.ts'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { log } from '../../../src/lib/log.ts'
import { sendWith } from '../../../src/shared/offline/send.ts'
import type { ApiClient } from '../../../src/lib/api.ts'
import { ApiProblem, Unreachable } from '../../../src/lib/api-errors.ts'
import { syncStore, syncNow } from '../../../src/shared/offline/sync-store.ts'
import { createList, changeList } from '../../../src/offline/lists.ts'
import { lists } from '../../../src/offline/live.ts'
import { retry } from '../../../src/offline/outbox.ts'
import type { Outcome } from '../../../src/offline/outcome.ts'
import { alex } from '../../kit/session/people.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  connectivity.online = true
})

const nothingNew: Record<string, object> = {
  changes: { changes: [], cursor: 'c', more: false, reset: false },
  downloadHistory: { success: true, total: 0, history: [] },
  notices: { unread: 0, notices: [] },
}

const aPage = (answer: (call: string) => Outcome = () => ({ kind: 'done', output: null })) => {
  const local = someDevice()
  const session = createSession()
  const calls: string[] = []
  const send = asSend((call) => {
    calls.push(call)
    return Promise.resolve(
      call in nothingNew && answer(call).kind === 'done'
        ? { kind: 'done', output: nothingNew[call] }
        : answer(call),
    )
  })
  const settings = { later: () => () => {}, random: () => 0, locks: null }
  const stop = startPageSync({ local, send, session, settings })
  stops.push(stop, () => Promise.resolve(local.device.close()))
  return { local, session, calls, stop }
}

/** A busy machine takes longer than the default timeout. */
const patience = { timeout: 10_000 }
const idle = async (): Promise<void> => {
  await expect.poll(() => syncStore.state.is, patience).not.toBe('working')
}
const pulls = (calls: string[]) => calls.filter((call) => call === 'changes').length

describe('the sync of a page', () => {
  it('pulls at the start, when the network returns, when the server is reachable again, and after a sign-in', async () => {
    const { calls, session } = aPage()
    await expect.poll(() => pulls(calls), patience).toBe(1)
    await idle()
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => pulls(calls), patience).toBe(2)
    await idle()
    connectivity.online = false
    await Promise.resolve()
    connectivity.online = true
    await expect.poll(() => pulls(calls), patience).toBe(3)
    await idle()
    session.update({ identity: alex })
    await expect.poll(() => pulls(calls), patience).toBe(4)
  })

  it('pulls once when the page is visible again, although the browser sends two events', async () => {
    const { calls } = aPage()
    await expect.poll(() => pulls(calls), patience).toBe(1)
    await idle()
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    await expect.poll(() => pulls(calls), patience).toBe(2)
    await idle()
    expect(pulls(calls)).toBe(2)
  })

  it('sends an edit at once, also an edit that replaces a refused edit, or that is retried', async () => {
    let refuses = true
    const { local, calls } = aPage((call) =>
      refuses && call === 'createList'
        ? { kind: 'problem', problem: problem(403) }
        : { kind: 'done', output: null },
    )
    await idle()
    const id = await createList(local, { name: 'One', category: 'company' })
    await expect.poll(() => calls, patience).toContain('createList')
    await idle()
    refuses = false
    const seen = (await lists(local.device)).find((list) => list.id === id)
    if (!seen) throw new Error('The list is gone')
    await changeList(local, seen.value, { name: 'Two' })
    await expect.poll(() => calls.filter((call) => call === 'createList').length, patience).toBe(2)
    await idle()
    refuses = true
    await createList(local, { name: 'Three', category: 'company' })
    await expect.poll(() => calls.filter((call) => call === 'createList').length, patience).toBe(3)
    await idle()
    refuses = false
    const parked = await local.device.read(({ outbox }) => outbox.toArray())
    await retry(local, parked[0]?.id ?? '')
    await expect.poll(() => calls.filter((call) => call === 'createList').length, patience).toBe(4)
  })

  it('sends edits on request before a sign-out, and nothing after it stopped', async () => {
    let away = true
    const { local, calls, stop } = aPage(() =>
      away ? { kind: 'unreachable' } : { kind: 'done', output: null },
    )
    await createList(local, { name: 'One', category: 'company' })
    await expect.poll(() => syncStore.state.is, patience).toBe('resting')
    away = false
    await unsentSender.send?.()
    expect(await local.device.read(({ outbox }) => outbox.count())).toBe(0)
    await stop()
    expect(unsentSender.send).toBeNull()
    const before = calls.length
    await createList(local, { name: 'Two', category: 'company' })
    window.dispatchEvent(new Event('online'))
    syncNow()
    await new Promise((done) => setTimeout(done, 30))
    expect(calls.slice(before)).toEqual([])
  })
})

const problem = (status: number) => ({
  type: 'about:blank',
  title: 'No',
  status,
  detail: '',
  instance: '',
  code: 'x',
  requestId: '',
})

describe('a request of src/offline', () => {
  beforeEach(() => void vi.spyOn(log, 'error').mockReturnValue(undefined))
  afterEach(() => vi.restoreAllMocks())
  const outcomeOf = (thrown: Error, isSignedOut = false): Promise<Outcome> => {
    // Safe cast: the test makes only this request.
    const api = { changes: () => Promise.reject(thrown) } as unknown as ApiClient
    return sendWith(api, () => isSignedOut)('changes', {}, { signal: new AbortController().signal })
  }

  it.each([
    ['an answer without a session', new ApiProblem(401, null, null), false, 'unauthenticated'],
    ['no token, no user signed in', new Unreachable('identity'), true, 'unauthenticated'],
    ['no token, Clerk silent', new Unreachable('identity'), false, 'unreachable'],
    ['no network', new Unreachable('network'), true, 'unreachable'],
    ['no answer in time', new Unreachable('timeout'), true, 'unreachable'],
    [
      'the end of the page',
      new DOMException('A user signed out', 'AbortError'),
      true,
      'unreachable',
    ],
  ])('maps %s to its outcome', async (_, error, isSignedOut, kind) => {
    expect((await outcomeOf(error, isSignedOut)).kind).toBe(kind)
  })

  it('passes on Retry-After and the problem of a refusal', async () => {
    expect(await outcomeOf(new ApiProblem(429, problem(429), 7))).toEqual({
      kind: 'problem',
      problem: problem(429),
      retryAfter: 7,
    })
    expect(await outcomeOf(new ApiProblem(413, null, null))).toMatchObject({
      kind: 'problem',
      problem: { status: 413, code: 'unexpected' },
    })
  })

  it('counts as not sent if the browser had no network before and after it', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await outcomeOf(new Unreachable('network'))).toEqual({
      kind: 'unreachable',
      stayed: true,
    })
    onLine.mockReturnValueOnce(false).mockReturnValue(true)
    expect(await outcomeOf(new Unreachable('network'))).toEqual({ kind: 'unreachable' })
  })

  it('logs what the server refused, and not what is retried', async () => {
    await outcomeOf(new ApiProblem(503, null, null))
    await outcomeOf(new ApiProblem(401, null, null))
    await outcomeOf(new Unreachable('network'))
    expect(log.error).not.toHaveBeenCalled()
    await outcomeOf(new ApiProblem(409, problem(409), null))
    expect(log.error).toHaveBeenCalledWith('changes was refused', problem(409))
  })

  it('ends when its signal aborts', async () => {
    const ending = new AbortController()
    const api = { changes: () => Promise.reject(new Error('late')) } as unknown as ApiClient
    const reply = sendWith(api, () => false)('changes', {}, { signal: ending.signal })
    ending.abort(new Error('left'))
    await expect(reply).rejects.toThrow('left')
  })
})
