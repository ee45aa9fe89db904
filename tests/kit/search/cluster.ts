import { createQuestions, type Questions } from '../../../server/search/cluster/answers.ts'
import { createIndexes, type Indexes } from '../../../server/search/cluster/indexes.ts'
import { createNodes } from '../../../server/search/cluster/nodes.ts'
import type { SearchRequest } from '../../../server/search/engine.ts'
import type { SearchDoc } from '../../../contract/search/search-doc.ts'
import type { Step } from './worlds.ts'

/** The nodes of `npm test`. */
export const testNodes = () =>
  createNodes({ urls: (process.env['TEST_SEARCH_URL'] ?? '').split(','), fetch, now: Date.now })

export const emptyIndexes = async (
  name: string,
  shards: number,
): Promise<{ indexes: Indexes; questions: Questions }> => {
  const nodes = testNodes()
  const indexes = createIndexes(nodes, name, Date.now)
  await indexes.show(await indexes.create(shards))
  return { indexes, questions: createQuestions(nodes, (category) => indexes.shown[category]) }
}

/** Many worlds in one pair of indexes: each has ids of its own and a value that its requests ask for. */
export const inWorld = <Value>(world: number, value: Value): Value =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      '-0000-4000-',
      `-${world.toString(16).padStart(4, '0')}-4000-`,
    ),
  ) as Value

const worldFacet = 'hq_country'

export const docInWorld = (world: number, doc: SearchDoc): SearchDoc => {
  const marked = inWorld(world, doc)
  return { ...marked, facets: { ...marked.facets, [worldFacet]: [`world ${world}`] } }
}

export const requestInWorld = (world: number, request: SearchRequest): SearchRequest => {
  const marked = inWorld(world, request)
  const also = { values: { [worldFacet]: [`world ${world}`] } }
  return { ...marked, also: [...(marked.also ?? []), also] }
}

/** Writes what happens in the worlds: a change of each at a time, since a call takes longer than its documents. */
export const playWorlds = async (
  indexes: Indexes,
  happenings: readonly (readonly Step[])[],
): Promise<void> => {
  const changes = happenings.map((steps) =>
    steps.flatMap((step) => (step.kind === 'replacement' ? step.during : [step])),
  )
  const longest = Math.max(...changes.map((each) => each.length))
  for (let turn = 0; turn < longest; turn++) {
    const docs = new Map<string, SearchDoc>()
    const removed = { company: new Set<string>(), people: new Set<string>() }
    for (const [world, each] of changes.entries()) {
      const change = each[turn]
      if (change?.kind === 'upsert')
        for (const doc of change.docs)
          docs.set(`${world} ${doc.category} ${doc.id}`, docInWorld(world, doc))
      if (change?.kind === 'remove')
        for (const id of inWorld(world, change.ids)) removed[change.category].add(id)
    }
    await indexes.write(
      indexes.shown,
      [...docs.values()].map((doc) => ({ doc, days: {} })),
      turn + 1,
    )
    for (const category of ['company', 'people'] as const)
      await indexes.remove(indexes.shown, category, [...removed[category]], turn + 1)
  }
}
