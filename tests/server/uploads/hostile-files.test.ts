import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileFiles, hostileWorkbooks, type HostileFile } from '../../kit/hostile/files.ts'
import { readInThread } from '../../../server/uploads/read-in-thread.ts'
import { streamOf } from '../../../server/uploads/pieces.ts'
import { createReadingQueue } from '../../../server/uploads/reading-queue.ts'
import { readFile, type ReadFile } from '../../../server/uploads/read-file.ts'
import { Unreadable } from '../../../server/workbook/unreadable.ts'
import {
  createBudget,
  workbookLimits,
  type Budget,
  type Costs,
} from '../../../server/workbook/budget.ts'
import { southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { alexOf, sendFile } from '../../kit/uploads.ts'
import { memberOf, type Member } from '../../kit/saved-work.ts'

/** 1 is the full size; the default is a tenth, with a tenth of the budget. */
const scale = Number(process.env['HOSTILE_FILES_SCALE'] ?? 0.1)

const named = (name: string): HostileFile => {
  const file = hostileFiles.find((each) => each.name === name)
  if (!file) throw new Error(`There is no hostile file '${name}'.`)
  return file
}
const scaled = (by: number): Costs => ({
  bytes: workbookLimits.bytes * by,
  tags: workbookLimits.tags * by,
  rows: workbookLimits.rows * by,
  cells: workbookLimits.cells * by,
  characters: workbookLimits.characters * by,
  texts: workbookLimits.texts * by,
  textBytes: workbookLimits.textBytes * by,
})

/** The real cost, independent of the budget. */
const workOf = async (bytes: Buffer, budget: Budget): Promise<{ refused: string; work: Costs }> => {
  const work = { ...scaled(0) }
  const spend: Budget['spend'] = (cost, amount) => {
    budget.spend(cost, amount)
    work[cost] += amount
  }
  const refused = await readFile(() => streamOf(bytes), { budget: { spend, spent: work } }).then(
    () => 'It was read.',
    (error: unknown) => {
      if (error instanceof Unreadable) return error.message
      throw error
    },
  )
  return { refused, work }
}
const isWithin = (work: Costs, limits: Costs): boolean =>
  work.bytes <= limits.bytes &&
  work.tags <= limits.tags &&
  work.rows <= limits.rows &&
  work.cells <= limits.cells &&
  work.characters <= limits.characters &&
  work.texts <= limits.texts &&
  work.textBytes <= limits.textBytes

describe('a hostile file', () => {
  let refused = 0

  it.each(hostileFiles.map((file) => [file.name, file] as const))(
    'is refused within one budget: %s',
    { timeout: 120_000 },
    async (_, file) => {
      const limits = scaled(scale)
      const found = await workOf(file.bytes(scale), createBudget(limits))
      expect(found.refused).toMatch(file.refused)
      expect(found.work).toSatisfy((work: Costs) => isWithin(work, limits))
      refused++
    },
  )

  it('reads a sheet with several names once', async () => {
    const limits = scaled(0.01)
    const workbook = named('50 blank sheets that share one entry of 60 MB').bytes(0.0001)
    const { refused: reason, work } = await workOf(workbook, createBudget(limits))
    expect(reason).toMatch(/is empty/)
    expect(work.rows).toBe(1_000)
  })

  it('fails this check if each sheet has its own budget', async () => {
    const limits = scaled(0.001)
    let ofSheet = createBudget(limits)
    const perSheet: Budget = {
      spend: (cost, amount) => {
        // An entry's size is charged before it is read.
        if (cost === 'bytes') ofSheet = createBudget(limits)
        ofSheet.spend(cost, amount)
      },
      spent: ofSheet.spent,
    }
    const file = named('50 blank sheets of 700,000 rows each').bytes(0.001)
    const { work } = await workOf(file, perSheet)
    expect(isWithin(work, limits)).toBe(false)
    const { work: bounded } = await workOf(file, createBudget(limits))
    expect(isWithin(bounded, limits)).toBe(true)
  })

  it('is refused as too large when its thread exceeds its time', async () => {
    const bytes = named('2 million shared strings').bytes(0.4)
    for (const limits of [
      { cpuSeconds: 0, seconds: 60 },
      { cpuSeconds: 10, seconds: 0 },
    ])
      await expect(readInThread(() => streamOf(bytes), bytes.length, limits)).rejects.toMatchObject(
        {
          name: 'Unreadable',
          code: 'too-large',
        },
      )
  })

  it('counts refused files', () => {
    expect(refused).toBe(hostileFiles.length)
    reportPromise({
      promise: 'I23',
      check: 'hostile files refused within one budget of bytes, tags, rows, cells and texts',
      volume: refused,
      goal: 9,
      figures: { scale },
    })
  })
})

describe('the memory of the server', () => {
  // Each starts a process; bench:hostile measures the strict limit, 64 MB, for every file.
  const most = 160
  it.each([
    '50 blank sheets that share one entry of 60 MB',
    '2 million shared strings',
    'a row of 25 MB',
  ])(
    `grows by less than ${most} MB while a thread reads: %s`,
    { timeout: 120_000 },
    async (name) => {
      const path = join(tmpdir(), `fieldbook-hostile-${crypto.randomUUID()}`)
      writeFileSync(path, named(name).bytes(1))
      try {
        const reader = new URL('../../kit/hostile/reader.ts', import.meta.url).pathname
        const { stdout } = await promisify(execFile)(process.execPath, [reader, path])
        const { refused, rss_mb: grown }: { refused: string; rss_mb: number } = JSON.parse(stdout)
        expect(refused).toMatch(named(name).refused)
        expect(grown).toBeLessThan(most)
      } finally {
        rmSync(path)
      }
    },
  )
})

describe('the queue of readings', () => {
  const read: ReadFile = {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    sheet: null,
    headerRow: 1,
    records: 2,
    width: 1,
    characters: 0,
    sample: [],
  }
  const watched = (atOnce: number) => {
    const queue = createReadingQueue(atOnce)
    const started: string[] = []
    const ends = new Map<string, PromiseWithResolvers<ReadFile>>()
    return {
      started,
      add: (orgId: string, id: string) =>
        queue(orgId, id, () => {
          const end = Promise.withResolvers<ReadFile>()
          started.push(id)
          ends.set(id, end)
          return end.promise
        }),
      end: async (id: string, error?: Error) => {
        if (error) ends.get(id)?.reject(error)
        else ends.get(id)?.resolve(read)
        await new Promise(setImmediate)
      },
    }
  }

  it('reads one file of an organisation at a time, and organisations in turn', async () => {
    const { add, end, started } = watched(1)
    for (const id of ['a1', 'a2', 'a3']) void add('a', id)
    void add('b', 'b1')
    void add('c', 'c1')
    void add('b', 'b2')
    for (const id of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      expect(started.at(-1)).toBe(id)
      await end(id)
    }
    expect(started).toHaveLength(6)
  })

  it('runs two organisations in parallel and lets a third wait', async () => {
    const { add, end, started } = watched(2)
    for (const id of ['a1', 'a2', 'a3']) void add('a', id)
    void add('b', 'b1')
    void add('c', 'c1')
    expect(started).toEqual(['a1', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'c1'])
  })

  it('keeps uploads with the same id in two organisations apart', async () => {
    const queue = createReadingQueue()
    const readAs = (orgId: string, records: number) =>
      queue(orgId, 'same', () => Promise.resolve({ ...read, records }))
    const found = await Promise.all([readAs('a', 1), readAs('b', 2)])
    expect(found.map(({ records }) => records)).toEqual([1, 2])
  })

  it('shares one reading between callers and continues after a failure', async () => {
    const { add, end, started } = watched(1)
    const [first, second] = [add('a', 'a1'), add('a', 'a1')]
    const next = add('a', 'a2')
    const failures = Promise.allSettled([first, second])
    await end('a1', new Error('cut off'))
    expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(started).toEqual(['a1', 'a2'])
    await end('a2')
    expect(await next).toBe(read)
    void add('a', 'a1')
    expect(started).toEqual(['a1', 'a2', 'a1'])
  })
})

describe('another organisation’s file', { timeout: 180_000 }, () => {
  let test: TestApp
  let alex: Member
  let neighbour: Member
  beforeAll(async () => {
    test = await startTestApp({ companies: 20, people: 40 })
    alex = alexOf(test)
    neighbour = memberOf(test, { userId: 'user_kiri', orgId: southern.id })
  })
  afterAll(() => test.close())

  const preview = (member: Member, id: string) =>
    member.write('POST', `/exchange/uploads/${id}/preview`)

  it('is read before all hostile files of the first organisation', async () => {
    const files = hostileWorkbooks.slice(0, 3).concat(named('2 million shared strings'))
    const hostile: string[] = []
    for (const { bytes } of files) hostile.push(await sendFile(test, alex, bytes(1)))
    let answered = 0
    const answers = hostile.toReversed().map(async (id) => {
      const answer = await preview(alex, id)
      answered++
      return answer
    })
    // The hostile files enter the queue during these calls.
    const own = await sendFile(test, neighbour, 'Company,ABN\nHarbour,51824753556\n')
    expect((await preview(neighbour, own)).status).toBe(200)
    expect(answered).toBeLessThan(files.length)
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'invalid-input', errors: [{ code: expect.stringMatching(/too-large/) }] },
      })
    reportPromise({
      promise: 'I23',
      check: 'a small file answered while another organisation’s hostile files are read',
      volume: files.length,
      goal: 1,
    })
  })
})
