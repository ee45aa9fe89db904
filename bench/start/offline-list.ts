import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { links } from '../../contract/links.ts'

const FETCH_MS = 120_000

/** Returns the list's address once all of it is on the device. */
export async function saveOfflineList(
  context: BrowserContext,
  origin: string,
  size: number,
): Promise<string> {
  const page = await context.newPage()
  await page.goto(origin + links.lists())
  await page.waitForFunction(() => Reflect.get(window, 'Clerk')?.session)
  const list = { name: `Kept for the road ${Date.now()}`, category: 'company' }
  const { id } = CreatedList.parse(await call(page, '/lists', list))
  await call(page, `/lists/${id}/members/found`, { category: 'company', first: size })
  const url = origin + links.list(id)
  await page.goto(url)
  await page.getByRole('button', { name: 'Make available offline', exact: true }).click()
  await page
    .getByRole('button', { name: 'Not now' })
    .click({ timeout: 2_000 })
    .catch(() => {})
  await page.waitForFunction(
    async (of) => {
      const names = await indexedDB.databases()
      const name = names
        .map((database) => database.name ?? '')
        .find((databaseName) => databaseName.startsWith('fieldbook'))
      if (name === undefined) return false
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const counting = db.transaction('records').objectStore('records').count()
      const count = await new Promise((resolve) =>
        counting.addEventListener('success', () => resolve(counting.result)),
      )
      db.close()
      return count === of
    },
    size,
    { timeout: FETCH_MS, polling: 500 },
  )
  await page.close()
  return url
}

const CreatedList = z.object({ id: z.string() })

const call = (page: Page, path: string, input: object): Promise<unknown> =>
  page.evaluate(
    async ({ path, input }) => {
      const { session } = Reflect.get(window, 'Clerk') as {
        session: { getToken: () => Promise<string> }
      }
      const reply = await fetch(`/api${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await session.getToken()}`,
          'idempotency-key': crypto.randomUUID(),
          'content-type': 'application/json',
        },
        body: JSON.stringify(input),
      })
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      const answer: unknown = await reply.json()
      return answer
    },
    { path, input },
  )
