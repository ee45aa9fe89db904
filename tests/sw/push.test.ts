import { afterEach, expect, describe, it, vi } from 'vitest'
import { signalsLink } from '../../contract/links.ts'
import type { PushMessage, ReminderMessage } from '../../contract/signals/push.ts'
import { readPushMessages, saveRegistration, pushCache } from '../../src/offline/push-messages.ts'
import { handlePush } from '../../sw/push.ts'
import { reportPromise } from '../kit/reliability.ts'
import { memoryCache } from '../kit/device/memory-cache.ts'

const id = (n: number): string => `01a202f4-0000-7000-8000-00000000000${n}`
const message: PushMessage = {
  v: 1,
  runId: id(1),
  noticeId: id(2),
  forDevice: id(3),
  title: '12 new hiring surges',
  opens: {
    listIds: [id(4)],
    agentId: id(5),
    signalType: { slug: 'hiring_surge', category: 'company' },
    incrementalRunIds: [id(1)],
    signalCount: 12,
  },
  unread: 4,
  sentAt: '2026-03-03T01:00:00.000Z',
}
const neutral = 'You have new signals'

type Shown = { title: string; body: string; tag: string; data: unknown }
type Window = { focused?: boolean; answers?: boolean; focusFails?: boolean }

const worker = async ({ windows = [] as Window[], registered = true, stuck = false } = {}) => {
  const stored = new Map<string, Cache>()
  const caches = {
    has: async (name: string) => (stuck ? new Promise<boolean>(() => undefined) : stored.has(name)),
    open: async (name: string) => {
      const cache = stored.get(name) ?? memoryCache()
      stored.set(name, cache)
      return cache
    },
  }
  if (registered)
    await saveRegistration(caches, {
      deviceId: message.forDevice,
      userId: 'user_alex',
      orgId: 'org_harbour',
      endpoint: 'https://web.push.apple.com/a',
    })
  const shown: Shown[] = []
  const did: string[] = []
  const badges: number[] = []
  const subscribed: unknown[] = []
  const listeners = new Map<string, (event: object) => void>()
  const clients = windows.map(({ focused = false, answers = true, focusFails = false }, at) => ({
    focused,
    postMessage: (said: { type: string; link?: string }, ports?: MessagePort[]) => {
      did.push(`${at} ${said.type}${said.link === undefined ? '' : ` ${said.link}`}`)
      if (answers) ports?.[0]?.postMessage('goes')
    },
    focus: async () => {
      if (focusFails) throw new DOMException('no gesture', 'InvalidAccessError')
      did.push(`${at} focus`)
    },
    navigate: async (link: string) => void did.push(`${at} navigate ${link}`),
  }))
  handlePush({
    caches,
    registration: {
      showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
        if (options.tag === 'refused') throw new TypeError('refused')
        shown.push({ title, ...options })
      },
      pushManager: {
        subscribe: async (options: unknown) => void subscribed.push(options),
      } as never,
    },
    clients: {
      matchAll: async () => clients as never,
      openWindow: async (link: string | URL) => {
        did.push(`open ${String(link)}`)
        return null
      },
    },
    navigator: { setAppBadge: async (unread?: number) => void badges.push(unread ?? 0) },
    addEventListener: (type: string, listener: unknown) => {
      listeners.set(type, listener as (event: object) => void)
    },
  })
  const happens = async (type: string, event: object) => {
    const works: Promise<unknown>[] = []
    listeners.get(type)?.({ waitUntil: (work: Promise<unknown>) => works.push(work), ...event })
    expect(works).toHaveLength(1)
    await Promise.all(works)
  }
  return {
    shown,
    did,
    badges,
    subscribed,
    stored,
    caches,
    push: (data: unknown) =>
      happens('push', {
        data:
          data === null
            ? null
            : { json: () => JSON.parse(typeof data === 'string' ? data : JSON.stringify(data)) },
      }),
    press: (data: unknown) => happens('notificationclick', { notification: { close() {}, data } }),
    change: (event: object) => happens('pushsubscriptionchange', event),
  }
}

/** Every case below: a message that is not shown reports nothing. */
const pushCases = 57

describe('a push message', () => {
  afterEach(({ task }) => {
    if (task.result?.state === 'pass')
      reportPromise({
        promise: 'I18',
        check: 'payloads and states of the app in which a push arrives',
        volume: 1,
        goal: pushCases,
        figures: { silent: 0 },
      })
  })

  it('shows its count, replaces the same notification, and carries the link that a press opens', async () => {
    const { shown, badges, push, caches } = await worker()
    await push(message)
    expect(shown).toMatchObject([
      {
        title: '12 new hiring surges',
        body: 'Open to see why now.',
        tag: message.noticeId,
        data: { link: signalsLink(message.opens), agentId: id(5), incrementalRunIds: [id(1)] },
      },
    ])
    expect(badges).toEqual([4])
    expect(await readPushMessages(caches)).toEqual([message])
  })

  it('shows the names that were sent, and how many more there are', async () => {
    const { shown, push } = await worker()
    await push({ ...message, names: ['Harbour Advisory', 'Southern Freight'] })
    expect(shown[0]?.body).toBe('Harbour Advisory, Southern Freight and 10 more')
  })

  const odd: [string, unknown][] = [
    ['without data', null],
    ['that is empty', ''],
    ['that is not JSON', '{"v":1,'],
    ['that is a list', []],
    ['that is null in JSON', 'null'],
    ['of a later version', { ...message, v: 2 }],
    ['of no version', { ...message, v: undefined }],
    ['without a title', { ...message, title: undefined }],
    ['with a title that is not text', { ...message, title: { a: 1 } }],
    ['that opens nothing', { ...message, opens: null }],
    ['that opens something odd', { ...message, opens: { ...message.opens, listIds: 'all' } }],
    ['of an unknown kind', { ...message, opens: { ...message.opens, signalType: {} } }],
    ['with invalid names', { ...message, names: [1] }],
    ['with an invalid count', { ...message, unread: 'many' }],
    ['for another device', { ...message, forDevice: id(9) }],
    ['of another app', { notification: { title: 'Win a prize' } }],
  ]
  const states: [string, Window[]][] = [
    ['no window is open', []],
    ['the app is open and focused', [{ focused: true }]],
    ['two windows are in the background', [{}, {}]],
  ]
  it.each(
    odd.flatMap(([what, data]) =>
      states.map(([when, windows]) => [what, when, data, windows] as const),
    ),
  )(
    '%s shows a neutral notification when %s, and makes open pages refetch',
    async (_what, _when, data, windows) => {
      const { shown, did, badges, push, caches } = await worker({ windows: [...windows] })
      await push(data)
      expect(shown).toMatchObject([{ title: neutral, tag: 'news' }])
      expect(did).toEqual(windows.map((_, at) => `${at} PUSHED`))
      expect(badges).toEqual([])
      expect(await readPushMessages(caches)).toEqual([])
    },
  )

  it.each(states)('is shown when %s', async (_when, windows) => {
    const { shown, push } = await worker({ windows })
    await push(message)
    expect(shown).toHaveLength(1)
  })

  it('shows a neutral notification after a sign-out, and is not stored', async () => {
    const { shown, stored, push } = await worker({ registered: false })
    await push(message)
    expect(shown).toMatchObject([{ title: neutral }])
    expect(stored.has(pushCache)).toBe(false)
  })

  it('shows a neutral notification if the store of the device is stuck for a second', async () => {
    vi.useFakeTimers()
    try {
      const { shown, push } = await worker({ stuck: true })
      const pushed = push(message)
      await vi.advanceTimersByTimeAsync(1_100)
      await pushed
      expect(shown).toMatchObject([{ title: neutral }])
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows a neutral notification if the browser refuses the first', async () => {
    const { shown, push } = await worker()
    await push({ ...message, noticeId: 'refused' })
    expect(shown).toMatchObject([{ title: neutral }])
  })

  it('is stored with the last twenty', async () => {
    const { push, caches } = await worker()
    for (let n = 0; n < 25; n += 1) await push({ ...message, runId: `run ${n}` })
    await push({ ...message, runId: 'run 24', unread: 9 })
    const runs = (await readPushMessages(caches)).map(({ runId }) => runId)
    expect(runs).toHaveLength(20)
    expect(runs.at(-1)).toBe('run 24')
    expect(runs).not.toContain('run 4')
  })
})

describe('a reminder of follow-ups', () => {
  const reminder: ReminderMessage = {
    kind: 'reminder',
    runId: id(6),
    forDevice: message.forDevice,
    count: 1,
  }

  it.each<[string, Partial<ReminderMessage>, string, string]>([
    ['one without names', {}, 'A follow-up is due', 'Open Fieldbook to see what is next.'],
    [
      'one with its name',
      { names: ['Harbour Advisory'], text: 'Call back' },
      'Call back: Harbour Advisory',
      'Open Fieldbook to see what is next.',
    ],
    [
      'one with its name and no text',
      { names: ['Harbour Advisory'] },
      'Follow up: Harbour Advisory',
      'Open Fieldbook to see what is next.',
    ],
    [
      'one whose person was removed meanwhile',
      { text: 'Call back' },
      'A follow-up is due',
      'Open Fieldbook to see what is next.',
    ],
    [
      'several without names',
      { count: 3 },
      '3 follow-ups are due',
      'Open Fieldbook to see what is next.',
    ],
    [
      'several with names',
      { count: 3, names: ['Harbour Advisory', 'Southern Freight'] },
      '3 follow-ups are due',
      'Harbour Advisory, Southern Freight and 1 more',
    ],
  ])('of %s says so, opens Home, and is no signal', async (_which, more, title, body) => {
    const { shown, badges, push, caches } = await worker()
    await push({ ...reminder, ...more, followUps: [id(7)] })
    const data = { link: '/dashboard', followUps: [id(7)] }
    expect(shown).toMatchObject([{ title, body, tag: id(6), data }])
    expect(badges).toEqual([])
    expect(await readPushMessages(caches)).toEqual([])
  })

  it.each<[string, object]>([
    ['for another device', { forDevice: id(9) }],
    ['of a later kind', { kind: 'plan' }],
    ['with an invalid count', { count: 'many' }],
    ['with invalid names', { names: [1] }],
    ['with an invalid text', { text: 7 }],
    ['with invalid follow-ups', { followUps: [7] }],
  ])('%s shows a neutral notification', async (_which, wrong) => {
    const { shown, push } = await worker()
    await push({ ...reminder, ...wrong })
    expect(shown).toMatchObject([{ title: neutral }])
  })
})

describe('a press on a notification', () => {
  const link = signalsLink(message.opens)

  it('opens a window if none is open', async () => {
    const { did, press } = await worker()
    await press({ link })
    expect(did).toEqual([`open ${link}`])
  })

  it('navigates in the focused window before it requests the focus', async () => {
    const { did, press } = await worker({ windows: [{}, { focused: true }] })
    await press({ link })
    expect(did).toEqual([`1 OPEN ${link}`, '1 focus'])
  })

  it('navigates although the browser refuses the focus', async () => {
    const { did, press } = await worker({ windows: [{ focusFails: true }] })
    await press({ link })
    expect(did).toEqual([`0 OPEN ${link}`])
  })

  it('loads the address in a window whose page does not answer', async () => {
    const { did, press } = await worker({ windows: [{ answers: false }] })
    await press({ link })
    expect(did).toEqual([`0 OPEN ${link}`, '0 focus', `0 navigate ${link}`])
  })

  it.each([null, {}, { link: 'https://evil.example' }, { link: '//evil.example' }, { link: 7 }])(
    'opens the signals screen if the link is missing or invalid (%j)',
    async (data) => {
      const { did, press } = await worker()
      await press(data)
      expect(did).toEqual(['open /dashboard/signals'])
    },
  )
})

describe('a subscription that the push service ended', () => {
  const options = { userVisibleOnly: true, applicationServerKey: null }

  it('is replaced, and open pages register the new subscription', async () => {
    const { did, subscribed, change } = await worker({ windows: [{}] })
    await change({ oldSubscription: { options } })
    expect(subscribed).toEqual([options])
    expect(did).toEqual(['0 PUSH_CHANGED'])
  })

  it('is not replaced if the device is not registered', async () => {
    const { subscribed, change } = await worker({ registered: false })
    await change({ oldSubscription: { options } })
    await change({ oldSubscription: null })
    expect(subscribed).toEqual([])
  })
})
