import { afterEach, expect, it, vi } from 'vitest'
import { requestPersistence } from '../../../../src/shared/offline/request-persistence.ts'
import { toastStore } from '../../../../src/ui/toast-store.ts'

afterEach(() => {
  toastStore.toasts.splice(0)
  vi.unstubAllGlobals()
})

it.each([
  ['agrees', true, 'Your offline lists are protected', 'plain'],
  ['refuses', false, 'Your browser said no', 'danger'],
])('a browser that %s to keep offline lists', async (_, answer, title, tone) => {
  vi.stubGlobal('navigator', { storage: { persist: () => Promise.resolve(answer) } })
  await requestPersistence()
  expect(toastStore.toasts).toMatchObject([{ title: expect.stringContaining(title), tone }])
})
