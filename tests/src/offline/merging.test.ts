// @vitest-environment node
import { someDevice } from '../../kit/device/device.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import type { SavedSearch } from '../../../contract/saved-work/searches.ts'
import { merge, type Fields, type Past } from '../../../server/saved-work/merge.ts'
import { partOf } from '../../../src/offline/effects.ts'
import { kinds } from '../../../src/offline/kinds.ts'
import { savedSearches, unsettled } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { decideNextStep, type Outcome } from '../../../src/offline/outcome.ts'
import { applyPage, readPullStart } from '../../../src/offline/apply-page.ts'
import type { Entry } from '../../../src/offline/rows.ts'
import { changeSearch } from '../../../src/offline/searches.ts'
import { claim, completeEntry } from '../../../src/offline/send-outbox.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['MERGE_SEED'] ?? 20260304)
/** The promise is 10,000 (MERGE_TRIPLES=10000 takes some minutes). */
const triples = Number(process.env['MERGE_TRIPLES'] ?? 150)

const paths = ['name', 'search', 'filters/keywords', 'filters/skills'] as const
type Path = (typeof paths)[number]

const deviceIndex = fc.nat(2)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit'),
      deviceIndex,
      path: fc.constantFrom(...paths),
      away: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send'), deviceIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('arrive'), deviceIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle'), deviceIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pull'), deviceIndex }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const steps = fc.array(step, { minLength: 6, maxLength: 24 })

type Content = Pick<SavedSearch, 'name' | 'search' | 'filters'>
const first: Content = { name: 'first', search: '', filters: { keywords: ['first'] } }
const at = (fields: Fields, path: string): string => {
  const [field = '', part = ''] = path.split('/')
  return JSON.stringify(partOf(fields[field], part) ?? null)
}

const aServer = (id: string) => {
  const past: Past[] = [{ version: 1, fields: { ...first }, changed: [], by: '-', at: moment }]
  const whole = (): SavedSearch => ({
    ...emptyCriteria,
    operators: {},
    ...first,
    ...past.at(-1)?.fields,
    id,
    kind: 'dynamic',
    category: 'people',
    coreAISearchPromptText: null,
    isOwner: true,
    ownerId: 'user_rep',
    shared: true,
    version: past.length,
    count: null,
    newSince: null,
    createdAt: moment,
    updatedAt: moment,
  })
  const patch = (by: string, input: Fields): Outcome => {
    // The input that `kinds` makes.
    const { baseVersion, changes } = input as { baseVersion: number; changes: Fields }
    const merged = merge(past, { baseVersion, changes })
    if (merged === null) throw new Error('every base is there')
    const { fields, changed, overruled } = merged
    if (changed.length > 0) past.push({ version: past.length + 1, fields, changed, by, at: moment })
    return { kind: 'done', output: { search: whole(), overruled } }
  }
  return { past, whole, patch }
}
const moment = '2026-03-03T09:00:00.000Z'

const devices = [0, 1, 2].map(() => someDevice())
afterAll(() => {
  for (const { device } of devices) device.close()
})
let runs = 0

const faultsAfter = async (all: readonly Step[]): Promise<string[]> => {
  runs += 1
  const id = `s${runs}`
  const server = aServer(id)
  const faults: string[] = []
  const under: ({ entry: Entry; outcome: Outcome | null } | null)[] = [null, null, null]
  /** By device, path and value: what the author saw when making the edit. */
  const seen = new Map<string, Set<string>>()
  let edits = 0

  const pull = async (local: Local): Promise<void> => {
    const change = {
      table: 'searches',
      item: id,
      entity: `search:${id}`,
      value: { ...server.whole() },
    } as const
    await applyPage(local, await readPullStart(local), {
      changes: [change],
      cursor: `${id} ${server.past.length}`,
      more: false,
      reset: false,
    })
  }
  const onScreen = async (local: Local): Promise<SavedSearch> => {
    const search = (await savedSearches(local.device)).find((each) => each.id === id)
    if (!search) throw new Error('The search is gone')
    return search.value
  }
  const act = async (action: Step): Promise<void> => {
    const local = devices[action.deviceIndex]
    if (!local) return
    const pending = under[action.deviceIndex]
    if (action.do === 'pull') await pull(local)
    if (action.do === 'send' && !pending) {
      const { entry } = await claim(local, kinds)
      under[action.deviceIndex] = entry && { entry, outcome: null }
    }
    if (action.do === 'arrive' && pending?.outcome === null)
      pending.outcome = server.patch(String(action.deviceIndex), pending.entry.request?.input ?? {})
    if (action.do === 'settle' && pending?.outcome) {
      await completeEntry(
        local,
        kinds,
        pending.entry,
        pending.outcome,
        decideNextStep(pending.outcome, false),
        0,
      )
      under[action.deviceIndex] = null
    }
    if (action.do === 'edit' && 'path' in action) {
      const before = await onScreen(local)
      edits += 1
      const value = `${action.deviceIndex} wrote ${edits}`
      const filters = { ...before.filters }
      if (action.path === 'filters/keywords') filters.keywords = [value]
      if (action.path === 'filters/skills') filters.skills = [value]
      if (action.away && action.path === 'filters/skills') delete filters.skills
      const changes =
        action.path === 'name'
          ? { name: value }
          : action.path === 'search'
            ? { search: value }
            : { filters }
      await changeSearch(local, before, changes)
      note(action.deviceIndex, action.path, before, await onScreen(local))
    }
  }
  const note = (by: number, path: Path, before: SavedSearch, after: SavedSearch): void => {
    const [was, is] = [at({ ...before }, path), at({ ...after }, path)]
    const known = seen.get(`${by} ${path} ${is}`) ?? new Set()
    for (const value of [was, ...(seen.get(`${by} ${path} ${was}`) ?? [])]) known.add(value)
    seen.set(`${by} ${path} ${is}`, known)
  }

  for (const local of devices) await pull(local)
  for (const action of all) await act(action)
  const left = async (): Promise<number> => {
    const counts = devices.map(({ device }) => device.read(({ outbox }) => outbox.count()))
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }
  for (let round = 0; round <= all.length && (await left()) > 0; round += 1)
    for (const index of [0, 1, 2])
      for (const what of ['arrive', 'settle', 'send'] as const)
        await act({ do: what, deviceIndex: index })
  for (const local of devices) await pull(local)

  const shown = await Promise.all(devices.map(({ device }) => unsettled(device)))
  for (const [number, local] of devices.entries()) {
    const value = { ...(await onScreen(local)) }
    for (const path of paths)
      if (at(value, path) !== at({ ...server.whole() }, path))
        faults.push(`${number} shows another ${path}`)
    const { unsent, needAttention } = shown[number] ?? { unsent: [], needAttention: [] }
    if (unsent.length + needAttention.length > 0) faults.push(`${number} still holds edits`)
  }
  for (const [index, { fields, changed, by }] of server.past.entries())
    for (const path of changed) {
      const [lost, winner] = [at(server.past[index - 1]?.fields ?? {}, path), at(fields, path)]
      const reported = shown[Number(by)]?.conflicts ?? []
      const isReported = reported.some(
        ({ field, theirs }) => field === path && JSON.stringify(theirs ?? null) === lost,
      )
      if (!isReported && !seen.get(`${by} ${path} ${winner}`)?.has(lost))
        faults.push(`${path}: ${lost} was replaced by ${winner} in silence`)
    }
  for (const { device } of devices)
    await device.write(['searches', 'conflicts', 'outbox'], async (tables) => {
      await tables.searches.clear()
      await tables.conflicts.clear()
      await tables.outbox.clear()
    })
  return faults
}

describe(`one saved search on three devices (MERGE_SEED=${seed})`, () => {
  it(
    `ends in the same state everywhere, and every lost value is a conflict, ${triples} times`,
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          expect(await faultsAfter(all)).toEqual([])
        }),
        { seed, numRuns: triples },
      )
      reportPromise({
        promise: 'I10',
        check: 'edits of one saved search on three devices and the server',
        volume: triples,
        goal: 10_000,
        seed,
        figures: { diverged: 0, lostInSilence: 0 },
      })
    },
    30 * 60_000,
  )
})
