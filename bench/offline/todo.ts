import type { Chance } from '../../tests/kit/chance.ts'

/** `text` is unique, so that the edit can be found again. */
export type Todo =
  | { do: 'save search' | 'feedback'; text: string }
  | { do: 'rename search' | 'refine search' | 'rename list' | 'reword'; id: string; text: string }
  | { do: 'delete search' | 'delete list' | 'delete note'; id: string }
  | { do: 'make list'; text: string; records: string[] }
  | { do: 'add' | 'take out'; id: string; records: string[] }
  | { do: 'note' | 'visit'; record: string; text: string }

/** The expected final state by table and id; null when deleted. */
export type Model = Map<string, Record<string, unknown> | null>

/** Mostly of the same few items, so that edits conflict. */
export const nextTodo = (
  doing: Chance,
  model: Model,
  records: readonly string[],
  text: string,
): Todo => {
  const there = (table: string): string[] =>
    [...model].flatMap(([at, value]) =>
      value !== null && at.startsWith(`${table}/`) ? [at.slice(table.length + 1)] : [],
    )
  const some = (): string[] => [doing.of(records), doing.of(records)]
  const luck = doing.next()
  if (luck < 0.12) return { do: 'feedback', text }
  if (luck < 0.2) return { do: 'note', record: doing.of(records), text }
  if (luck < 0.28) return { do: 'visit', record: doing.of(records), text }
  const activities = there('activities')
  if (luck < 0.36 && activities.length > 0) {
    const id = doing.of(activities.slice(-4))
    return doing.is(0.25) ? { do: 'delete note', id } : { do: 'reword', id, text }
  }
  const lists = there('lists')
  if (luck < 0.66) {
    if (lists.length === 0 || doing.is(0.1)) return { do: 'make list', text, records: some() }
    const id = doing.of(lists.slice(-3))
    if (doing.is(0.05)) return { do: 'delete list', id }
    if (doing.is(0.3)) return { do: 'rename list', id, text }
    return { do: doing.is(0.6) ? 'add' : 'take out', id, records: some() }
  }
  const searches = there('searches')
  if (searches.length === 0 || doing.is(0.15)) return { do: 'save search', text }
  const id = doing.of(searches.slice(-4))
  if (doing.is(0.08)) return { do: 'delete search', id }
  return { do: doing.is(0.5) ? 'rename search' : 'refine search', id, text }
}

export const noteDone = (model: Model, todo: Todo, id: string): void => {
  const change = (at: string, fields: Record<string, unknown>): void =>
    void model.set(at, { ...model.get(at), ...fields })
  const members = (add: readonly string[], take: readonly string[]): void => {
    const ids = new Set(idsIn(model.get(`members/${id}`)))
    for (const recordId of take) ids.delete(recordId)
    for (const recordId of add) ids.add(recordId)
    model.set(`members/${id}`, { ids: [...ids] })
  }
  switch (todo.do) {
    case 'save search':
    case 'rename search':
      return change(`searches/${id}`, { name: todo.text })
    case 'refine search':
      return change(`searches/${id}`, { search: todo.text })
    case 'delete search':
      return void model.set(`searches/${id}`, null)
    case 'make list':
      change(`lists/${id}`, { name: todo.text })
      return members(todo.records, [])
    case 'rename list':
      return change(`lists/${id}`, { name: todo.text })
    case 'add':
      return members(todo.records, [])
    case 'take out':
      return members([], todo.records)
    case 'delete list':
      model.set(`lists/${id}`, null)
      return void model.delete(`members/${id}`)
    case 'note':
    case 'visit':
    case 'reword':
      return change(`activities/${id}`, { text: todo.text })
    case 'delete note':
      return void model.set(`activities/${id}`, null)
    case 'feedback':
      return void model.set(`feedback/${todo.text}`, {})
  }
}

export const idsIn = (value: Record<string, unknown> | null | undefined): string[] =>
  Array.isArray(value?.['ids']) ? value['ids'].map(String).toSorted() : []
