import type { Holdings } from './rep.ts'
import { idsIn, type Model } from './todo.ts'

export type Served = Map<string, Record<string, unknown>>

export type Verdict = { lost: number; doubled: number; diverged: number; notes: string[] }

/** `mark` starts every generated name. */
export const judge = (
  model: Model,
  served: Served,
  holdings: Holdings,
  feedback: ReadonlySet<string>,
  mark: string,
): Verdict => {
  const notes: string[] = []
  const verdict = { lost: 0, doubled: 0, diverged: 0, notes }
  const count = (what: 'lost' | 'doubled' | 'diverged', at: string, ...seen: unknown[]): void => {
    verdict[what] += 1
    if (notes.length < 10)
      notes.push(`${what} ${at}: ${seen.map((value) => JSON.stringify(value)).join(', ')}`)
  }
  for (const [at, wanted] of model) {
    const onServer = served.get(at)
    const [table, id = ''] = at.split('/')
    const arrived =
      table === 'feedback'
        ? feedback.has(id)
        : table === 'members'
          ? sameIds(wanted, onServer)
          : wanted === null
            ? onServer === undefined
            : Object.entries(wanted).every(([field, value]) => onServer?.[field] === value)
    if (!arrived) count('lost', at, wanted, onServer)
  }
  for (const [at, value] of served) {
    const named = value['name'] ?? value['text']
    if (typeof named === 'string' && named.startsWith(mark) && !model.has(at))
      count('doubled', at, value)
  }
  const shown = new Map<string, Record<string, unknown> | null>(
    (['searches', 'lists', 'members', 'activities'] as const).flatMap((table) =>
      holdings[table].map(([id, value]) => [`${table}/${id}`, value] as const),
    ),
  )
  for (const at of new Set([...served.keys(), ...shown.keys()])) {
    const [onDevice, onServer] = [shown.get(at), served.get(at)]
    const agree = at.startsWith('members/')
      ? sameIds(onDevice, onServer)
      : ['name', 'search', 'shared', 'text', 'version'].every(
          (field) => onDevice?.[field] === onServer?.[field],
        )
    if (!agree) count('diverged', at, onDevice, onServer)
  }
  return verdict
}

const sameIds = (
  left: Record<string, unknown> | null | undefined,
  right: Record<string, unknown> | null | undefined,
): boolean => idsIn(left).join() === idsIn(right).join()
