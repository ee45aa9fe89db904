import type { Holdings } from './rep.ts'
import { idsIn, type Model } from './todo.ts'

/** Everything the server has of one person's, by table and id. */
export type Served = Map<string, Record<string, unknown>>

export type Verdict = { lost: number; doubled: number; diverged: number; notes: string[] }

/** Compares what was done with what the server has, and that with what the device shows. `mark` begins every name that was given. */
export const judge = (
  model: Model,
  served: Served,
  held: Holdings,
  feedback: ReadonlySet<string>,
  mark: string,
): Verdict => {
  const notes: string[] = []
  const verdict = { lost: 0, doubled: 0, diverged: 0, notes }
  const count = (what: 'lost' | 'doubled' | 'diverged', at: string, ...seen: unknown[]): void => {
    verdict[what] += 1
    if (notes.length < 10)
      notes.push(`${what} ${at}: ${seen.map((one) => JSON.stringify(one)).join(', ')}`)
  }
  for (const [at, wanted] of model) {
    const there = served.get(at)
    const [table, id = ''] = at.split('/')
    const arrived =
      table === 'feedback'
        ? feedback.has(id)
        : table === 'members'
          ? sameIds(wanted, there)
          : wanted === null
            ? there === undefined
            : Object.entries(wanted).every(([field, value]) => there?.[field] === value)
    if (!arrived) count('lost', at, wanted, there)
  }
  for (const [at, value] of served) {
    const named = value['name'] ?? value['text']
    if (typeof named === 'string' && named.startsWith(mark) && !model.has(at))
      count('doubled', at, value)
  }
  const shown = new Map<string, Record<string, unknown> | null>(
    (['searches', 'lists', 'members', 'activities'] as const).flatMap((table) =>
      held[table].map(([id, value]) => [`${table}/${id}`, value] as const),
    ),
  )
  for (const at of new Set([...served.keys(), ...shown.keys()])) {
    const [here, there] = [shown.get(at), served.get(at)]
    const agree = at.startsWith('members/')
      ? sameIds(here, there)
      : ['name', 'search', 'shared', 'text', 'version'].every(
          (field) => here?.[field] === there?.[field],
        )
    if (!agree) count('diverged', at, here, there)
  }
  return verdict
}

const sameIds = (
  one: Record<string, unknown> | null | undefined,
  other: Record<string, unknown> | null | undefined,
): boolean => idsIn(one).join() === idsIn(other).join()
