import { sql } from 'kysely'
import type { CallOutput, CallParsed } from '../../contract/core/endpoint.ts'
import type { downloadsCalls } from '../../contract/money/downloads.ts'
import { audit } from '../audit/audit.ts'
import { isOpen, seenRequest } from './store.ts'
import { suppressedSince } from './suppressed-since.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { DownloadsParts } from './parts.ts'
import { signed } from './token.ts'

type Call = typeof downloadsCalls.downloadLink

/** How long an address can be fetched from; a download that has begun goes on. */
const lastsMs = 10 * 60_000

/**
 * The address of a request's file, or of the list of what became of its rows. A file that has expired, or holds a record that is
 * suppressed by now, is made anew and the caller asked to come back; a request that is under way or failed has none.
 */
export const linkFor = async (
  parts: DownloadsParts,
  context: Context,
  { id: requestId, what }: CallParsed<Call>,
): Promise<CallOutput<Call>> => {
  const { orgId, userId } = context
  const { request, expired } = await context.inOrg(async (trx) => {
    const seen = await seenRequest(trx, context, requestId)
    const { rows } = await sql<{ expired: boolean }>`
      select coalesce(file_expires_at <= now() or file->>'key' is null, true) as expired
      from download_request where id = ${requestId}::uuid`.execute(trx)
    const without = what === 'file' ? await suppressedSince(trx, seen) : []
    const same = String(without) === String(seen.file?.without ?? [])
    return { request: seen, expired: rows[0]?.expired !== false || !same }
  })
  if (isOpen(request)) throw notReady()
  if (what === 'file') {
    if (request.file === null)
      throw new ProblemError('not-found', 'This request doesn’t have a file.')
    if (expired) {
      parts.remake(orgId, requestId)
      throw notReady()
    }
  }
  await context.inOrg((trx) =>
    audit(trx, context, { act: 'file', subject: requestId, details: { what } }),
  )
  const until = parts.now() + lastsMs
  return {
    url: `/files/${signed(parts.linkKey, { orgId, userId, requestId, what, until })}`,
    expiresAt: new Date(until).toISOString(),
  }
}

const notReady = (): ProblemError =>
  new ProblemError('not-ready', 'We’re still making this file. Try again in a moment.', {
    retryAfterSeconds: 2,
  })
