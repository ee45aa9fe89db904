import * as z from 'zod/mini'
import { adminEndpoint } from '../core/endpoint.ts'
import { Id, Moment, Name, Nothing } from '../saved-work/item.ts'

/** The flag of the organisation that manages the sources of this installation. */
export const sourcesFlag = 'sources'

/** `location` names a file in the sources folder, with at most one `*`, an https address, or a key of the bucket. */
export const SourceKind = z.enum(['upload', 'folder', 'address', 'bucket'])
export type SourceKind = z.infer<typeof SourceKind>

export const sourcePart = 4 << 20
export const maxSourceFile = 8e9
/** Of `PUT`: the parts of an uploaded file, counted from 0. */
export const sourcePartPath = (run: string, n: number): string => `/sources/parts/${run}/${n}`

/** `names` are the first 50 of `count`. */
const Difference = z.object({ count: z.int(), names: z.array(z.string()) })

const RunSummary = z.object({
  /** The day of its data. */
  seenAt: z.string(),
  rows: z.int(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  skipped: z.record(z.string(), z.int()),
  /** Of rows that are no companies themselves. */
  companiesAdded: z.optional(z.int()),
  /** Of a list of an exchange, against the one before. */
  listing: z.optional(
    z.object({
      listed: Difference,
      delisted: Difference,
      renamed: Difference,
      recoded: Difference,
    }),
  ),
  notes: z.array(z.string()),
  examples: z.array(z.object({ line: z.int(), reason: z.string() })),
})

/** Of a command of the operator, `cause` is `command`. */
export const SourceRun = z.object({
  id: Id,
  cause: z.enum(['schedule', 'member', 'command']),
  dryRun: z.boolean(),
  /** `unchanged`: the file is the one of the last import. */
  state: z.enum(['uploading', 'waiting', 'fetching', 'importing', 'done', 'unchanged', 'failed']),
  fileName: z.nullable(z.string()),
  fileSize: z.nullable(z.number()),
  receivedBytes: z.number(),
  /** Bytes of the file, while it is fetched or imported. */
  progress: z.nullable(z.object({ bytes: z.number(), size: z.number() })),
  summary: z.nullable(RunSummary),
  reason: z.nullable(z.string()),
  hasRejects: z.boolean(),
  startedAt: Moment,
  finishedAt: z.nullable(Moment),
})
export type SourceRun = z.infer<typeof SourceRun>

const settings = {
  name: Name,
  format: z.string().check(z.maxLength(40)),
  kind: SourceKind,
  location: z.string().check(z.maxLength(2000)),
  /** Null: by hand. An upload with a rhythm becomes overdue without a new file. */
  everyHours: z.nullable(z.int().check(z.minimum(1), z.maximum(8784))),
  licence: z.string().check(z.maxLength(200)),
  /** By head office; empty: all. */
  countries: z.array(z.string().check(z.length(2))).check(z.maxLength(20)),
  /** JSON, as in docs/importing.md. */
  mapping: z.nullable(z.string().check(z.maxLength(20_000))),
  paused: z.boolean(),
}

export const Source = z.object({
  id: Id,
  ...settings,
  nextRunAt: z.nullable(Moment),
  overdue: z.boolean(),
  lastRun: z.nullable(SourceRun),
  /** The last that was completed and wrote. */
  lastImport: z.nullable(SourceRun),
})
export type Source = z.infer<typeof Source>

const id = { id: Id }
const run = { id: Id, run: Id }

/** For admins of the organisation that manages this installation; others get `role-forbidden`. */
export const sourcesEndpoints = {
  sources: adminEndpoint({
    method: 'GET',
    path: '/sources',
    summary: 'What feeds this installation, and the last imports by command',
    input: z.object({}),
    output: z.object({
      sources: z.array(Source),
      formats: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          /** Empty for an own file. */
          licence: z.string(),
          /** Its rows are people rather than companies. */
          people: z.boolean(),
        }),
      ),
      /** A bucket only if one is set up. */
      kinds: z.array(SourceKind),
      commands: z.array(z.object({ format: z.string(), run: SourceRun })),
    }),
    gate: 'member',
  }),
  sourceRuns: adminEndpoint({
    method: 'GET',
    path: '/sources/{id}/runs',
    summary: 'The last 50 runs of a source, the latest first',
    input: z.object(id),
    output: z.object({ runs: z.array(SourceRun) }),
    gate: 'member',
  }),
  saveSource: adminEndpoint({
    method: 'PUT',
    path: '/sources/{id}',
    summary: 'Adds a source or changes its settings',
    input: z.object({ ...id, ...settings }),
    output: Source,
    gate: 'member',
  }),
  deleteSource: adminEndpoint({
    method: 'DELETE',
    path: '/sources/{id}',
    summary: 'Removes a source and its runs; its records stay',
    input: z.object(id),
    output: Nothing,
    gate: 'member',
    status: 204,
  }),
  runSource: adminEndpoint({
    method: 'POST',
    path: '/sources/{id}/run',
    summary: 'Runs it now; with a run that waits or is in progress, answers that one',
    input: z.object(id),
    output: SourceRun,
    gate: 'member',
  }),
  /** Parts follow by `sourcePartPath`; after the last, a dry run begins. */
  addSourceFile: adminEndpoint({
    method: 'POST',
    path: '/sources/{id}/files',
    summary: 'Announces a file for a source',
    input: z.object({
      ...run,
      name: z.string().check(z.regex(/^[^/\\\0]{1,200}$/)),
      size: z.int().check(z.minimum(1), z.maximum(maxSourceFile)),
      modified: z.iso.date(),
    }),
    output: SourceRun,
    gate: 'member',
  }),
  importSourceFile: adminEndpoint({
    method: 'POST',
    path: '/sources/{id}/runs/{run}/import',
    summary: 'Imports the file of a dry run',
    input: z.object(run),
    output: SourceRun,
    gate: 'member',
  }),
  sourceRejects: adminEndpoint({
    method: 'GET',
    path: '/sources/{id}/runs/{run}/rejected',
    summary: 'A link to the rejected rows as CSV, for ten minutes',
    input: z.object(run),
    output: z.object({ url: z.string() }),
    gate: 'member',
  }),
}
