import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Installation } from './installation.ts'

/** What an organisation has, by a name for it. */
export type Facts = Record<string, unknown>

const listId = '7c9e6679-0000-4000-8000-000000000001'
const requestId = '7c9e6679-0000-4000-8000-000000000002'

const Records = z.object({ records: z.array(z.object({ id: z.string() })) })
const Request = z.object({ status: z.string() })
/** Each link to a file is an entry, so their number grows. */
const Seals = z.object({ brokenAt: z.number().nullable() })
const Link = z.object({ url: z.string() })

/** Credits, a list, and a file that people paid for. */
export const doWork = async ({ ask }: Installation): Promise<void> => {
  const ids = await peopleIds(ask)
  await ask('POST', '/lists', {
    id: listId,
    name: 'People of the drill',
    category: 'people',
    shared: true,
    recordIds: ids,
  })
  await ask('POST', '/download/request', {
    id: requestId,
    name: 'File of the drill',
    category: 'people',
    source: { kind: 'ids', ids },
    agreed: ids.length,
  })
  for (;;) {
    const { status } = Request.parse(await ask('GET', `/download/request/${requestId}`))
    if (status === 'DOWNLOAD_FILE_GENERATED') return
    if (status === 'REQUEST_FAILED') throw new Error('the download of the drill failed')
    await wait(200)
  }
}

/** Saves notes until it is stopped, as quickly as a busy member may. */
export const writeNotes = ({ ask }: Installation): { stop(): Promise<number> } => {
  let stopped = false
  let saved = 0
  const work = (async () => {
    const [recordId = ''] = await peopleIds(ask)
    for (; !stopped; saved++) {
      await ask('POST', '/activities/note', {
        id: crypto.randomUUID(),
        category: 'people',
        recordId,
        text: `Note ${saved} during the backup`,
        at: new Date().toISOString(),
      })
      await wait(250)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await work
      return saved
    },
  }
}

export const factsOf = async ({ ask, fetchFile }: Installation): Promise<Facts> => {
  const { url } = Link.parse(
    await ask('POST', `/download/request/${requestId}/link`, { what: 'file' }),
  )
  const file = await fetchFile(url)
  return {
    list: await ask('GET', `/lists/${listId}`),
    credits: await ask('GET', '/credits'),
    ledger: await ask('GET', '/credits/ledger'),
    request: await ask('GET', `/download/request/${requestId}`),
    file: createHash('sha256').update(file).digest('hex'),
    seals: Seals.parse(await ask('GET', '/audit/check')),
  }
}

const peopleIds = async (ask: Installation['ask']): Promise<string[]> => {
  const query = { category: 'people', size: 10, filters: {} }
  return Records.parse(await ask('POST', '/records', query)).records.map(({ id }) => id)
}
