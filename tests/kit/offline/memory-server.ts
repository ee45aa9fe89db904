import { idsOf, isEqual } from '../../../src/offline/effects.ts'
import type { Outcome } from '../../../src/offline/outcome.ts'
import { entityKey, type ItemTable } from '../../../src/offline/entities/entities.ts'
import type { Change, Page } from '../../../src/offline/apply-page.ts'
import type { Kinds } from '../../../src/offline/send-outbox.ts'
import type { Fields } from '../../../src/offline/rows.ts'

/**
 * An idempotency key acts once and returns the same answer, PATCH merges per field on the base version, members merge as sets,
 * and each change has its position in one feed. `idempotent: false` forgets keys, the seeded bug.
 */
export type MemoryServer = {
  handle(call: string, input: Fields, key: string): Outcome
  changesSince(since: string | null): Outcome<Page>
  items(): Map<string, Fields>
  effects(): Map<string, number>
  overtaken(): string[]
  editAsColleague(table: ItemTable, id: string, field: string, value: unknown): void
  deleteAsColleague(table: ItemTable, id: string): void
}

type StoredItem = {
  value: Fields
  changed: Map<string, { version: number; by: string; value: unknown }>
}

export const memoryServer = ({ idempotent }: { idempotent: boolean }): MemoryServer => {
  const storedItems = new Map<string, StoredItem>()
  const answers = new Map<string, { request: string; outcome: Outcome }>()
  const effects = new Map<string, number>()
  const feed: { at: string; added: string[]; removed: string[] }[] = []

  const latest = new Map<string, number>()
  const overtaken: string[] = []

  const count = (at: string, token: unknown): void => {
    if (typeof token !== 'string') return
    effects.set(token, (effects.get(token) ?? 0) + 1)
    const number = Number(token.replace('edit-', ''))
    if (number < (latest.get(at) ?? 0)) overtaken.push(`${at}: ${token} after ${latest.get(at)}`)
    latest.set(at, number)
  }
  const store = (at: string, value: Fields, by: string, fields: Fields): StoredItem => {
    const before = storedItems.get(at)
    const version = Number(before?.value.version ?? 0) + 1
    const changed = new Map(before?.changed)
    for (const field of Object.keys(fields))
      changed.set(field, { version, by, value: before?.value[field] })
    const next = { value: { ...value, version }, changed }
    storedItems.set(at, next)
    const [were, are] = [idsOf(before?.value ?? null), idsOf(value)]
    feed.push({
      at,
      added: are.filter((id) => !were.includes(id)),
      removed: were.filter((id) => !are.includes(id)),
    })
    return next
  }
  const drop = (at: string): void => {
    if (storedItems.delete(at)) feed.push({ at, added: [], removed: [] })
  }

  const act = (call: string, input: Fields): Outcome => {
    const at = `${String(input.table)}/${String(input.id)}`
    const item = storedItems.get(at)
    count(at, input.token)
    if (call === 'create') {
      const fields = input.fields as Fields
      return done(
        (item ?? store(at, { ...fields, id: input.id, createdWith: input.token }, 'me', fields))
          .value,
      )
    }
    if (call === 'ask') return done(null)
    if (call === 'remove') {
      drop(at)
      if (input.table === 'lists') storedItems.delete(`members/${String(input.id)}`)
      return done(null)
    }
    if (call === 'members') {
      const ids = new Set((item?.value.ids as string[] | undefined) ?? [])
      for (const id of input.take as string[]) ids.delete(id)
      for (const id of input.add as string[]) ids.add(id)
      store(at, { ids: [...ids] }, 'me', {})
      return done(null)
    }
    if (!item) return problem(404, 'not-found')
    const fields = input.fields as Fields
    const overruled = Object.entries(fields).flatMap(([field, yours]) => {
      const last = item.changed.get(field)
      return last && last.version > Number(input.baseVersion) && !isEqual(item.value[field], yours)
        ? [{ field, yours, theirs: item.value[field], by: last.by, at: 0 }]
        : []
    })
    return done({ ...store(at, { ...item.value, ...fields }, 'me', fields).value, overruled })
  }

  return {
    handle: (call, input, key) => {
      const request = JSON.stringify([call, input])
      const before = answers.get(key)
      if (idempotent && before)
        return before.request === request ? before.outcome : problem(422, 'key-reused')
      const outcome = structuredClone(act(call, input))
      answers.set(key, { request, outcome })
      return outcome
    },
    changesSince: (since) => {
      const reset = since === null || since.startsWith('r')
      const from = Number(since?.replace('r', '') ?? 0)
      const until = Math.min(feed.length, from + 200)
      const change = ({ at, added, removed }: (typeof feed)[number]): Change[] => {
        const [table = '', item = ''] = at.split('/')
        // Safe cast: the paths consist of a table and an id.
        const of = { table: table as ItemTable, item, entity: entityKey(table as ItemTable, item) }
        const value = storedItems.get(at)?.value
        if (table === 'members') return value === undefined ? [] : [{ ...of, added, removed }]
        return [{ ...of, value: value === undefined ? null : structuredClone(value) }]
      }
      const more = until < feed.length
      return {
        kind: 'done',
        output: {
          changes: feed.slice(from, until).flatMap(change),
          cursor: `${reset && more ? 'r' : ''}${until}`,
          more,
          reset,
        },
      }
    },
    items: () => new Map([...storedItems].map(([at, { value }]) => [at, value])),
    effects: () => effects,
    overtaken: () => overtaken,
    editAsColleague: (table, id, field, value) => {
      const item = storedItems.get(`${table}/${id}`)
      if (item)
        store(`${table}/${id}`, { ...item.value, [field]: value }, 'sam', { [field]: value })
    },
    deleteAsColleague: (table, id) => drop(`${table}/${id}`),
  }
}

const done = (output: unknown): Outcome => ({ kind: 'done', output })

export const problem = (status: number, code: string, more: object = {}): Outcome => ({
  kind: 'problem',
  problem: {
    type: `https://fieldbook.example/problems/${code}`,
    title: code,
    status,
    detail: '',
    instance: '',
    code,
    requestId: '',
    ...more,
  },
})

/** The token names the edit, so that the server can count it. */
export const memoryKinds: Kinds = {
  plain: {
    request: ({ effect, table, item, base, extra }) => {
      const common = { table, id: item, token: tokenOf(effect) ?? extra.token }
      if (effect.do === 'create')
        return { call: 'create', input: { ...common, fields: effect.value } }
      if (effect.do === 'change')
        return { call: 'change', input: { ...common, fields: effect.fields, baseVersion: base } }
      if (effect.do === 'members')
        return { call: 'members', input: { ...common, add: effect.add, take: effect.take } }
      return { call: effect.do, input: common }
    },
    parseResponse: (output) => {
      if (typeof output !== 'object' || output === null) return {}
      const { overruled, ...known } = output as Fields & { overruled?: [] }
      return { known, overruled: overruled ?? [] }
    },
  },
}

const tokenOf = (effect: { do: string; fields?: Fields; value?: Fields }): unknown =>
  effect.fields?.token ?? effect.value?.token
