import type { BrowserContext } from '@playwright/test'
import { z } from 'zod'
import { links } from '../../../contract/links.ts'
import type { World } from './dialogs.ts'
import { forgetLists, listNamed, listOf } from './lists.ts'
import { colleague, type Colleague } from './unreliable-network.ts'

/** Makes what the dialogs are about: a list, a colleague's list, a matched file, and a person whose number is not to be called. */
export const prepareDialogs = async (
  context: BrowserContext,
  elsewhere: BrowserContext,
): Promise<World> => {
  const admin = await colleague(context, 'admin')
  const standard = await colleague(elsewhere, 'standard')
  await forgetLists(standard, 'Of a colleague')
  const list = await listOf(admin, 'Dialogs', { size: 5 })
  await listOf(standard, 'Of a colleague', { size: 2, shared: true })
  const { page } = admin
  page.setDefaultTimeout(15_000)
  const { records } = Records.parse(
    await admin.call('POST', '/records', { category: 'company', size: 60 }),
  )
  return {
    page,
    context,
    standard,
    ids: {
      list,
      company: records[0]?.id ?? '',
      listedPerson: await listedPerson(admin),
      upload: await uploadOf(
        admin,
        records.map(({ name }) => name),
      ),
    },
  }
}

/** A shared list of the Standard user, which a conflict is about. */
export const conflictingList = async (standard: Colleague): Promise<string> => {
  const name = `Conflict ${crypto.randomUUID().slice(0, 8)}`
  await listOf(standard, name, { size: 2, shared: true })
  return name
}

export const deleteList = async (standard: Colleague, name: string): Promise<void> => {
  const { id } = (await listNamed(standard, name)) ?? { id: '' }
  await standard.call('DELETE', `/lists/${id}`)
}

const Records = z.object({ records: z.array(z.object({ id: z.string(), name: z.string() })) })
const Person = z.object({
  id: z.string(),
  mobile: z.optional(
    z.object({
      value: z.optional(z.string()),
      dnc: z.optional(z.object({ listed: z.string() })),
    }),
  ),
})

/** Reveals people until the number of one asks before a call. */
const listedPerson = async ({ call }: Colleague): Promise<string> => {
  const { records } = z.object({ records: z.array(Person) }).parse(
    await call('POST', '/records', {
      category: 'people',
      size: 40,
      filters: { has_mobile: ['Yes'] },
    }),
  )
  for (const { id, mobile } of records) {
    if (mobile === undefined) continue
    await call('POST', '/records/reveal', { category: 'people', ids: [id], agreed: 1 })
    const { mobile: seen } = Person.parse(await call('GET', `/records/people/${id}`))
    if (seen?.value !== undefined && seen.dnc?.listed !== 'no') return id
  }
  throw new Error('Every number may be called')
}

/** A file of misspelt names, of which some wait for a review. */
const uploadOf = async ({ page }: Colleague, names: readonly string[]): Promise<string> => {
  const rows = names.map((name) => name.replace(/(\w)(\w)(\w)$/, '$2$1$3'))
  await page.goto(links.upload())
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'misspelt.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Company name', ...rows].join('\n')),
    })
  await page.getByRole('button', { name: /^Match \d+ rows/ }).click()
  await page
    .getByRole('link', { name: /Review/ })
    .first()
    .waitFor({ timeout: 60_000 })
  return new URL(page.url()).searchParams.get('id') ?? ''
}
