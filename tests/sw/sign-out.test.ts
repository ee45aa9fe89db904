import { expect, it } from 'vitest'
import { handleSignOut } from '../../sw/sign-out.ts'

const worker = () => {
  const caches = new Set([
    'workbox-precache-v2-https://app.fieldbook.example/',
    'fieldbook-catalogues-v3',
    'fieldbook-clerk-js-v1',
    'fieldbook-data-user_1-org_1',
    'fieldbook-data-user_1-org_2',
    'somebody-elses',
  ])
  const notices = new Set(['a signal'])
  const badge = { unread: 3 }
  let hear: (event: object) => void = () => undefined
  handleSignOut({
    caches: { keys: async () => [...caches], delete: async (name) => caches.delete(name) },
    registration: {
      getNotifications: async () =>
        [...notices].map(
          (title) => ({ title, close: () => notices.delete(title) }) as unknown as Notification,
        ),
    },
    clients: { matchAll: async () => [{}, {}] as never },
    navigator: {
      clearAppBadge: async () => {
        badge.unread = 0
      },
    },
    addEventListener: (_type: string, listener: unknown) => {
      hear = listener as typeof hear
    },
  })
  const say = async (data: unknown): Promise<unknown[]> => {
    const answers: unknown[] = []
    const works: Promise<unknown>[] = []
    hear({
      data,
      ports: [{ postMessage: (answer: unknown) => answers.push(answer) }],
      waitUntil: (work: Promise<unknown>) => works.push(work),
    })
    await Promise.all(works)
    return answers
  }
  return { caches, notices, badge, say }
}

it('a sign-out deletes personal data, keeps the app, and answers with the number of windows', async () => {
  const { caches, notices, badge, say } = worker()
  expect(await say({ type: 'stop', scope: 'everything' })).toEqual([
    { type: 'stopped', windows: 2 },
  ])
  expect([...caches]).toEqual([
    'workbox-precache-v2-https://app.fieldbook.example/',
    'fieldbook-catalogues-v3',
    'fieldbook-clerk-js-v1',
  ])
  expect(notices.size).toBe(0)
  expect(badge.unread).toBe(0)
})

it('leaving an organisation deletes its cache and nothing else', async () => {
  const { caches, notices, badge, say } = worker()
  await say({ type: 'stop', scope: { userId: 'user_1', orgId: 'org_1' } })
  expect(caches.has('fieldbook-data-user_1-org_1')).toBe(false)
  expect(caches.size).toBe(5)
  expect(notices.size).toBe(1)
  expect(badge.unread).toBe(3)
})

it('any other message is ignored', async () => {
  const { caches, say } = worker()
  for (const message of [
    'stop',
    null,
    { type: 'stop' },
    { type: 'stop', scope: {} },
    { type: 'SKIP_WAITING' },
  ])
    expect(await say(message)).toEqual([])
  expect(caches.size).toBe(6)
})
