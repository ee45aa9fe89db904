import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Source, SourceKind, sourcesEndpoints } from '../../contract/org/sources.ts'
import type { EndpointParsedInput } from '../../contract/core/endpoint.ts'
import type { ProblemDetail } from '../../contract/core/problem.ts'
import { audit } from '../audit/audit.ts'
import { signAddress } from '../downloads/token.ts'
import { anyTable, importers } from '../importers/importers.ts'
import { checkFields, parseMapping } from '../importers/mapping.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { commandRuns } from '../sources/commands.ts'
import { enqueueRun, removeParts } from '../sources/file-parts.ts'
import { isFilePattern } from '../sources/folder.ts'
import {
  checkOperator,
  isOpen,
  openRunOf,
  lockRun,
  runsOf,
  runView,
  lockSource,
  sourceViews,
} from '../sources/store.ts'

export type SourcesParts = {
  files: FileStore
  linkKey: Uint8Array
  now: () => number
  hasBucket: boolean
  wake(): void
}

type Trx = Parameters<Parameters<Context['inOrg']>[0]>[0]
type Settings = EndpointParsedInput<typeof sourcesEndpoints.saveSource>

export const sourcesHandlers = (parts: SourcesParts): Handlers<keyof typeof sourcesEndpoints> => {
  const { files, now } = parts
  const asOperator = <Result>(
    context: Context,
    work: (trx: Trx) => Promise<Result>,
  ): Promise<Result> =>
    context.inOrg(async (trx) => {
      await checkOperator(trx, context)
      return work(trx)
    })
  const viewOf = async (trx: Trx, id: string): Promise<Source> => {
    const [view] = await sourceViews(trx, now(), id)
    if (view === undefined) throw notFound()
    return view
  }
  return {
    sources: (_, context) =>
      asOperator(context, async (trx) => ({
        sources: await sourceViews(trx, now()),
        formats: importers.map(({ id, label, licence, people = false }) => ({
          id,
          label,
          licence: anyTable.has(id) ? '' : licence,
          people,
        })),
        kinds: kindsOf(parts),
        commands: await commandRuns(trx),
      })),
    sourceRuns: ({ id }, context) =>
      asOperator(context, async (trx) => {
        await lockSource(trx, id)
        return { runs: await runsOf(trx, id) }
      }),
    saveSource: (input, context) =>
      asOperator(context, async (trx) => {
        checkSettings(input, kindsOf(parts))
        await checkName(trx, input)
        await save(trx, input, new Date(now()))
        const { id, name, format, kind, paused } = input
        await audit(trx, context, {
          act: 'source',
          subject: id,
          details: { did: 'saved', name, format, kind, paused },
        })
        return viewOf(trx, id)
      }),
    deleteSource: ({ id }, context) =>
      asOperator(context, async (trx) => {
        const { name } = await lockSource(trx, id)
        const runs = await trx
          .selectFrom('source_run')
          .select(['id', 'parts', 'rejects_key'])
          .where('source_id', '=', id)
          .execute()
        await trx.deleteFrom('source').where('id', '=', id).execute()
        await audit(trx, context, { act: 'source', subject: id, details: { did: 'removed', name } })
        context.afterwards(() => {
          for (const run of runs) {
            void removeParts(files, run.id, run.parts).catch(() => undefined)
            if (run.rejects_key !== null) void files.remove(run.rejects_key).catch(() => undefined)
          }
        })
      }),
    runSource: ({ id }, context) =>
      asOperator(context, async (trx) => {
        const { kind, name } = await lockSource(trx, id)
        if (kind === 'upload')
          throw new ProblemError('not-ready', 'This source runs when you upload a file.')
        const open = await openRunOf(trx, id)
        if (open !== undefined) return runView(open)
        const run = await trx
          .insertInto('source_run')
          .values({
            id: uuidv7(),
            source_id: id,
            cause: 'member',
            dry_run: false,
            state: 'waiting',
            created_at: new Date(now()),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await enqueueRun(trx, run.id)
        await audit(trx, context, { act: 'source', subject: id, details: { did: 'run', name } })
        context.afterwards(parts.wake)
        return runView(run)
      }),
    addSourceFile: ({ id, run: runId, name, size, modified }, context) =>
      asOperator(context, async (trx) => {
        await lockSource(trx, id)
        await trx
          .insertInto('source_run')
          .values({
            id: runId,
            source_id: id,
            cause: 'member',
            dry_run: true,
            state: 'uploading',
            file_name: name,
            file_size: size,
            file_modified: modified,
            created_at: new Date(now()),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        return runView(await lockRun(trx, id, runId))
      }),
    importSourceFile: ({ id, run: runId }, context) =>
      asOperator(context, async (trx) => {
        const { name } = await lockSource(trx, id)
        const run = await lockRun(trx, id, runId)
        if (isOpen(run) || !run.dry_run) return runView(run)
        if (run.state !== 'done' || run.parts === 0)
          throw new ProblemError('not-ready', 'Upload the file again to import it.')
        await trx
          .updateTable('source_run')
          .set({ state: 'waiting', dry_run: false, finished_at: null, progress: null })
          .where('id', '=', runId)
          .execute()
        await enqueueRun(trx, runId)
        await audit(trx, context, { act: 'source', subject: id, details: { did: 'file', name } })
        context.afterwards(parts.wake)
        return runView(await lockRun(trx, id, runId))
      }),
    sourceRejects: ({ id, run: runId }, context) =>
      asOperator(context, async (trx) => {
        const { rejects_key: key } = await lockRun(trx, id, runId)
        if (key === null) throw new ProblemError('not-found', 'This run rejected no rows.')
        const { orgId, userId } = context
        const until = now() + linkMs
        const address = { orgId, userId, requestId: runId, what: 'rejected', until } as const
        return { url: `/files/${signAddress(parts.linkKey, address)}` }
      }),
  }
}

const linkMs = 10 * 60_000

const kindsOf = ({ hasBucket }: SourcesParts): SourceKind[] => [
  'upload',
  'address',
  'folder',
  ...(hasBucket ? (['bucket'] as const) : []),
]

const checkSettings = (
  { format, kind, location, mapping }: Settings,
  kinds: readonly SourceKind[],
): void => {
  const errors: ProblemDetail[] = []
  const add = (pointer: string, code: string, detail: string): void =>
    void errors.push({ pointer, code, detail })
  if (!importers.some(({ id }) => id === format))
    add('/format', 'unknown-format', 'Choose one of the listed formats.')
  if (!kinds.includes(kind)) add('/kind', 'unknown-kind', 'No bucket is set up for sources.')
  const fault = locationFault[kind](location)
  if (fault !== undefined) add('/location', 'invalid-location', fault)
  if (mapping !== null) {
    const detail = mappingFault(mapping, format)
    if (detail !== undefined) add('/mapping', 'invalid-mapping', detail)
  }
  if (errors.length > 0)
    throw new ProblemError('invalid-input', 'Check the marked fields.', { errors })
}

const locationFault: Record<SourceKind, (location: string) => string | undefined> = {
  upload: () => undefined,
  address: (location) => {
    const url = URL.canParse(location) ? new URL(location) : undefined
    return url?.protocol === 'https:' && url.username === '' && url.password === ''
      ? undefined
      : 'Enter an address that starts with https://.'
  },
  folder: (location) =>
    isFilePattern(location)
      ? undefined
      : 'Enter a file name, such as company_*.csv. It can’t be a path.',
  bucket: (location) =>
    location.trim() === '' || location.startsWith('/') || location.split('/').includes('..')
      ? 'Enter the key of the file in the bucket.'
      : undefined,
}

const mappingFault = (mapping: string, format: string): string | undefined => {
  try {
    const fields = importers.find(({ id }) => id === format)?.fields
    const parsed = parseMapping(mapping)
    if (fields !== undefined) checkFields(parsed, fields)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

const checkName = async (trx: Trx, { id, name }: Settings): Promise<void> => {
  const other = await trx
    .selectFrom('source')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined)
    throw new ProblemError('name-taken', 'Another source has this name.', {
      errors: [{ pointer: '/name', code: 'taken', detail: 'Another source has this name.' }],
    })
}

/** What is new, moved, resumed or has another rhythm runs at once. */
const save = async (trx: Trx, { id, ...input }: Settings, at: Date): Promise<void> => {
  const before = await trx.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirst()
  const { everyHours: hours, kind, location } = input
  // Another location is another file.
  const moved =
    before?.kind !== kind || before.location !== location || before.format !== input.format
  const scheduled = hours !== null && kind !== 'upload'
  const same = !moved && before.every_hours === hours && !before.paused
  const row = {
    name: input.name,
    format: input.format,
    kind,
    location: location.trim(),
    every_hours: hours,
    licence: input.licence.trim(),
    countries: input.countries,
    mapping: input.mapping,
    paused: input.paused,
    next_run_at: !scheduled ? null : same ? before.next_run_at : at,
    ...(moved && { seen_tag: null, failing_since: null }),
  }
  await trx
    .insertInto('source')
    .values({ id, created_at: at, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
