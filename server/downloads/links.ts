import { sql } from 'kysely'
import type { EndpointOutput, EndpointParsedInput } from '../../contract/core/endpoint.ts'
import type { downloadsEndpoints } from '../../contract/money/downloads.ts'
import { opensApp } from '../../contract/org/customer.ts'
import { audit } from '../audit/audit.ts'
import { subscriptionOf } from '../customer/customer.ts'
import { isOpen, seenRequest } from './store.ts'
import { suppressedSince } from './suppressed-since.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { DownloadsParts } from './parts.ts'
import { signAddress } from './token.ts'

type LinkEndpoint = typeof downloadsEndpoints.downloadLink

/** A download that has started continues. */
const lastsMs = 10 * 60_000

/**
 * Rebuilds a file that has expired (with a plan only), or holds a record that is now suppressed, and asks the caller to retry; throws if the request
 * is open or failed.
 */
export const linkFor = async (
  parts: DownloadsParts,
  context: Context,
  { id: requestId, what }: EndpointParsedInput<LinkEndpoint>,
): Promise<EndpointOutput<LinkEndpoint>> => {
  const { orgId, userId } = context
  const { request, expired } = await context.inOrg(async (trx) => {
    const seen = await seenRequest(trx, context, requestId)
    const { rows } = await sql<{ expired: boolean }>`
      select coalesce(file_expires_at <= now() or file->>'key' is null, true) as expired
      from download_request where id = ${requestId}::uuid`.execute(trx)
    const without = what === 'file' ? await suppressedSince(trx, seen) : []
    const lapsed = !opensApp(await subscriptionOf(trx), parts.now())
    const same = String(without) === String(seen.file?.without ?? [])
    const ended = rows[0]?.expired !== false
    if (lapsed && what === 'file' && ended) throw expiredFile()
    return { request: seen, expired: ended || !same }
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
    url: `/files/${signAddress(parts.linkKey, { orgId, userId, requestId, what, until })}`,
    expiresAt: new Date(until).toISOString(),
  }
}

const expiredFile = (): ProblemError =>
  new ProblemError(
    'file-expired',
    'This file has expired. With a plan you can download it again, free.',
  )

const notReady = (): ProblemError =>
  new ProblemError('not-ready', 'We’re still making this file. Try again in a moment.', {
    retryAfterSeconds: 2,
  })
