import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { importers } from '../server/importers/importers.ts'
import { parseMapping } from '../server/importers/mapping.ts'
import { importFile, type ImportRequest } from '../server/importers/run.ts'
import { summaryLines, type Summary } from '../server/importers/summary.ts'
import type { ImportMessage } from '../server/routes/imports.ts'
import { claimDataFolder, ownerOf } from '../server/platform/process/data-folder.ts'
import { openDatabase } from '../server/platform/db/db.ts'
import type { Env } from '../server/platform/process/env.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { envOrRefusal } from './lib/startup-checks.ts'
import { showProgress } from './lib/progress.ts'
import { sentenceFor } from './lib/sentences.ts'
import { dayOf } from '../contract/core/days.ts'

const usage = `Usage: npm run import -- --format <id> <file> [--dry-run] [--mapping <file.json>] [--country AU,NZ] [--force]

${importers.map(({ id, label, licence }) => `  ${id.padEnd(14)} ${label}\n${' '.repeat(17)}${licence}`).join('\n')}

  --dry-run   show what would happen, change nothing
  --mapping   which column means what, for csv, people-csv, apollo and nzbn (docs/importing.md)
  --country   keep only companies with their head office there, or people who live or work there
  --force     import an exchange's list although it looks cut off or is older than the last`

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

try {
  const request = await parseRequest()
  if (request === undefined) process.stdout.write(`${usage}\n`)
  else {
    const summary = await runImport(request)
    process.stdout.write(`${summaryLines(summary).join('\n')}\n`)
  }
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

async function parseRequest(): Promise<ImportRequest | undefined> {
  const { values, positionals } = parseCommandLine()
  if (values.help) return undefined
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0 || values.format === undefined)
    throw new Refusal(`Give one file and its format.\n${usage}`)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal(`Can’t find the file ${path}.`)
  return {
    path,
    name: basename(path),
    modified: dayOf(found.mtime),
    format: values.format,
    dryRun: values['dry-run'],
    force: values.force,
    rejectFolder: dirname(path),
    signal: stop.signal,
    onProgress: showProgress(process.stderr),
    ...(values.mapping !== undefined && {
      mapping: parseMapping(await mappingText(values.mapping)),
    }),
    ...(values.country !== undefined && {
      countries: values.country.split(',').map((code) => code.trim().toUpperCase()),
    }),
  }
}

function parseCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        mapping: { type: 'string' },
        country: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

async function mappingText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Refusal(`Can’t read the mapping file ${path}.`, { cause: error })
  }
}

async function runImport(request: ImportRequest): Promise<Summary> {
  const env = envOrRefusal()
  if (env.databaseUrl !== undefined) return withDatabase({ url: env.databaseUrl }, request)
  const owner = ownerOf(env.dataFolder)
  if (owner === null) return importAlone(env, request)
  if (owner.url === undefined || owner.token === undefined)
    throw new Refusal(
      `The data folder ${env.dataFolder} is in use by process ${owner.pid}, which isn’t ready yet. Try again in a moment.`,
    )
  return throughServer({ url: owner.url, token: owner.token }, request)
}

async function importAlone(env: Env, request: ImportRequest): Promise<Summary> {
  const claim = claimDataFolder(env.dataFolder, { minFreeBytes: env.minFreeBytes })
  try {
    return await withDatabase({ folder: join(env.dataFolder, 'database') }, request)
  } finally {
    claim.release()
  }
}

async function withDatabase(
  database: { url: string } | { folder: string },
  request: ImportRequest,
): Promise<Summary> {
  const db = await openDatabase(database)
  try {
    return await importFile(db, request)
  } finally {
    await db.close()
  }
}

async function throughServer(
  server: { url: string; token: string },
  request: ImportRequest,
): Promise<Summary> {
  const address = new URL('/_control/import', server.url)
  const query: Record<string, string | undefined> = {
    format: request.format,
    name: request.name,
    modified: request.modified,
    dryRun: request.dryRun === true ? 'true' : undefined,
    force: request.force === true ? 'true' : undefined,
    countries: request.countries?.join(','),
    mapping: request.mapping && JSON.stringify(request.mapping),
  }
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(key, value)
  const answer = await sendFile(address, server, request)
  if (answer.statusCode !== 200) throw new Refusal(await problemOf(answer))
  return readSummary(answer, request)
}

/** Sends the file; the answer starts after the whole upload, so a plain request is enough. */
function sendFile(
  address: URL,
  server: { url: string; token: string },
  { path, signal }: ImportRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = http.request(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/octet-stream',
      },
      ...(signal && { signal }),
    })
    call.on('response', resolve)
    call.on('error', (error) => {
      const message =
        signal?.aborted === true
          ? 'Stopped. Run the same command again to continue.'
          : `The server at ${server.url} isn’t responding. Is it still running?`
      reject(new Refusal(message, { cause: error }))
    })
    createReadStream(path).pipe(call)
  })
}

async function readSummary(body: IncomingMessage, request: ImportRequest): Promise<Summary> {
  const lines = createInterface({ input: body })
  for await (const line of lines) {
    const message = JSON.parse(line) as ImportMessage
    if ('summary' in message) return message.summary
    if ('refused' in message) throw new Refusal(message.refused)
    request.onProgress?.(message.progress)
  }
  throw new Refusal('The server stopped during the import. Run the same command again to continue.')
}

async function problemOf(answer: IncomingMessage): Promise<string> {
  const body: unknown = JSON.parse(await text(answer))
  const detail =
    typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined
  return typeof detail === 'string'
    ? detail
    : `The server answered ${answer.statusCode ?? 'nothing'}.`
}
