import * as z from 'zod/mini'

/** A line that a check wrote when it passed (tests/kit/reliability.ts). */
export const Reported = z.object({
  promise: z.string(),
  check: z.string(),
  volume: z.number(),
  goal: z.number(),
  seed: z.optional(z.number()),
  figures: z.optional(z.record(z.string(), z.number())),
})
export type Reported = z.infer<typeof Reported>

/** `file` is what repeats the check. */
export const Entry = z.extend(Reported, {
  file: z.string(),
  result: z.enum(['passed', 'failed', 'not run']),
  /** As 2026-03-15; null before the first run. */
  date: z.nullable(z.string()),
  database: z.optional(z.enum(['PGlite', 'PostgreSQL'])),
})
export type Entry = z.infer<typeof Entry>

export type FileRun = {
  file: string
  promises: readonly string[]
  reported: readonly Reported[]
  passed: boolean
  date: string
  database?: Entry['database']
}

/** Skips the half line of a killed process. */
export const parseReport = (text: string): Reported[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [z.parse(Reported, JSON.parse(line))]
    } catch {
      return []
    }
  })

/**
 * Lines of one check add up. When the file failed, all its reported and known checks failed, or the file itself for a promise
 * without any.
 */
export const afterRun = (entries: readonly Entry[], run: FileRun): Entry[] => {
  const { file, date, database } = run
  const ofRun = (entry: Entry): boolean =>
    entry.file === file && (entry.database === database || entry.result === 'not run')
  const result = run.passed ? 'passed' : 'failed'
  const where = database === undefined ? {} : { database }
  const fresh: Entry[] = sumReported(run.reported).map((line) => ({
    ...line,
    file,
    result,
    date,
    ...where,
  }))
  const isFresh = (entry: Entry): boolean =>
    fresh.some(({ promise, check }) => promise === entry.promise && check === entry.check)
  if (!run.passed)
    for (const promise of run.promises) {
      const before = entries.filter((entry) => ofRun(entry) && entry.promise === promise)
      for (const entry of before.filter(({ check }) => check !== file))
        if (!isFresh(entry)) fresh.push({ ...entry, volume: 0, result, date, ...where })
      if (!fresh.some((entry) => entry.promise === promise))
        fresh.push({ promise, check: file, volume: 0, goal: 0, file, result, date, ...where })
    }
  // A promise without a line in this run, such as a check that needs another database, keeps its last result.
  const about = new Set(fresh.map(({ promise }) => promise))
  return sortEntries([
    ...entries.filter((entry) => !(ofRun(entry) && about.has(entry.promise))),
    ...fresh,
  ])
}

/** Drops removed files, and adds new ones as not run. */
export const withKnown = (
  entries: readonly Entry[],
  known: readonly { file: string; promises: readonly string[] }[],
): Entry[] => {
  const still = entries.filter(({ file, promise }) =>
    known.some((each) => each.file === file && each.promises.includes(promise)),
  )
  const missing = known.flatMap(({ file, promises }) =>
    promises
      .filter((promise) => !still.some((entry) => entry.file === file && entry.promise === promise))
      .map((promise): Entry => ({
        promise,
        check: file,
        volume: 0,
        goal: 0,
        file,
        result: 'not run',
        date: null,
      })),
  )
  return sortEntries([...still, ...missing])
}

const sumReported = (lines: readonly Reported[]): Reported[] => {
  const sums = new Map<string, Reported>()
  for (const line of lines) {
    const key = `${line.promise} ${line.check}`
    const before = sums.get(key)
    const figures = { ...before?.figures }
    for (const [name, value] of Object.entries(line.figures ?? {}))
      figures[name] = (figures[name] ?? 0) + value
    sums.set(key, {
      ...line,
      volume: (before?.volume ?? 0) + line.volume,
      ...(Object.keys(figures).length > 0 ? { figures } : {}),
    })
  }
  return [...sums.values()]
}

const sortEntries = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted(
    (a, b) =>
      Number(a.promise.slice(1)) - Number(b.promise.slice(1)) ||
      a.file.localeCompare(b.file) ||
      a.check.localeCompare(b.check) ||
      (a.database ?? '').localeCompare(b.database ?? ''),
  )
