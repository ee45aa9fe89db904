import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseAway } from '../db/database-away.ts'
import {
  databaseIsAway,
  notFound,
  problemBody,
  ProblemError,
  problemOfSqlState,
} from './problem-error.ts'

/** An unexpected error is logged completely and answered as `unexpected`; of a problem with a cause, the cause's message is logged. */
export const answerFailure = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): FastifyReply => {
  const problem = problemOf(error)
  if (isDisconnected(error, request)) request.log.info('the caller disconnected')
  else if (problem.code === 'unexpected') {
    const { userId, orgId } = request.identity ?? {}
    request.log.error({ err: error, userId, orgId }, 'unexpected failure')
  } else if (error instanceof DatabaseAway)
    request.log.warn({ err: error }, 'the database is unavailable')
  else if (problem.cause instanceof Error)
    request.log.error({ why: problem.cause.message }, 'another service refused this')
  const instance = request.url.split('?')[0] ?? '/'
  const body = problemBody(problem, { origin, instance, requestId: request.id })
  if (problem.retryAfterSeconds !== undefined)
    void reply.header('retry-after', problem.retryAfterSeconds)
  const contentRange = contentRangeOf(error)
  if (contentRange !== undefined) void reply.header('content-range', contentRange)
  return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body))
}

/** How long a file is, where a range begins after its end (RFC 9110, 15.5.17). */
const contentRangeOf = (error: FastifyError): string | undefined => {
  const headers: unknown = 'headers' in error ? error.headers : undefined
  return typeof headers === 'object' && headers !== null && 'Content-Range' in headers
    ? String(headers['Content-Range'])
    : undefined
}

const isDisconnected = ({ code }: FastifyError, { raw }: FastifyRequest): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' || (raw.readableAborted && !raw.complete)

/** Also unknown addresses. */
export const answerWithProblems = (app: FastifyInstance, origin: () => string): void => {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerFailure(error, request, reply, origin()),
  )
  app.setNotFoundHandler(() => {
    throw notFound()
  })
}

/** Overlong addresses, folders and hidden files look as if they did not exist. */
const nowhere = new Set([403, 404, 414])

const problemOf = (error: FastifyError | ProblemError): ProblemError => {
  if (error instanceof ProblemError) return error
  if (error instanceof DatabaseAway) return databaseIsAway()
  if (nowhere.has(error.statusCode ?? 0)) return notFound()
  if (error.code === 'FST_ERR_BAD_URL')
    return new ProblemError('malformed', 'We couldn’t read this address.')
  if (error.statusCode === 416)
    return new ProblemError('range-beyond', 'This file ends before the range.')
  if (error.statusCode === 413) return new ProblemError('too-large', 'A request can be up to 1 MB.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ProblemError('malformed', 'We couldn’t read this request.')
  return (
    problemOfSqlState(error.code) ??
    new ProblemError(
      'unexpected',
      'Something went wrong on our side. Nothing was saved. Try again.',
    )
  )
}
