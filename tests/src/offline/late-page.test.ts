// @vitest-environment node
import { expect, it, vi } from 'vitest'
import { editTables, enqueue } from '../../../src/offline/outbox.ts'
import type { Effect } from '../../../src/offline/rows.ts'
import { asSend, deviceOfTest, poke, someSync } from '../../kit/device/device.ts'
import { memoryKinds, memoryServer } from '../../kit/offline/memory-server.ts'

it.each<{ effect: Effect; shown: unknown }>([
  { effect: { do: 'remove' }, shown: undefined },
  {
    effect: { do: 'create', value: { id: 's2', name: 'Roofers' } },
    shown: expect.objectContaining({ name: 'Roofers' }),
  },
])(
  'an edit ($effect.do) that is answered while a page is on its way stays when that stale page arrives',
  async ({ effect, shown }) => {
    const local = deviceOfTest()
    const { tables } = local.device
    const server = memoryServer({ idempotent: true })
    const first = { table: 'searches', id: 's1', fields: { name: 'Builders' } }
    server.handle('create', first, 'k1')
    const late = Promise.withResolvers<void>()
    let isLate = false
    let pulls = 0
    const sync = someSync(
      local,
      asSend(async (call, input, { idempotencyKey }) =>
        server.handle(call, input, idempotencyKey ?? ''),
      ),
      {
        kinds: memoryKinds,
        pull: async (since) => {
          pulls += 1
          const page = server.changesSince(since)
          if (isLate) await late.promise
          return page
        },
      },
    )
    await poke(sync)
    expect((await tables.searches.get('s1'))?.value).toMatchObject({ name: 'Builders' })
    // A reading from the beginning deletes what it does not name.
    if (effect.do === 'create')
      await local.device.write(['meta'], ({ meta }) => meta.delete('cursor'))
    server.editAsColleague('searches', 's1', 'theirs', 1)
    isLate = true
    const before = pulls
    sync.poke('requested')
    await vi.waitFor(() => expect(pulls).toBe(before + 1))
    const item = effect.do === 'create' ? 's2' : 's1'
    const edit = {
      kind: 'plain',
      entity: `search:${item}`,
      table: 'searches' as const,
      item,
      effect,
    }
    await local.device.write(editTables, (all) =>
      enqueue(all, edit, { id: local.newId(), at: local.now() }),
    )
    sync.poke('edit')
    await vi.waitFor(async () => expect(await tables.outbox.count()).toBe(0))
    late.resolve()
    await sync.settled()
    expect((await tables.searches.get(item))?.value).toEqual(shown)
    expect(pulls).toBe(before + 2)
    await sync.stop()
  },
)
