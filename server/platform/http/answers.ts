import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseAway } from '../db/database-away.ts'
import { databaseIsAway, ProblemError, problemBody, problemOfSqlState } from './problem-error.ts'

/** Answers a failure as application/problem+json; what is not foreseen is logged whole and told as `unexpected`. */
export const answerFailure = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): FastifyReply => {
  const problem = problemOf(error)
  if (hasGone(error, request)) request.log.info('the caller went away')
  else if (problem.code === 'unexpected') request.log.error({ err: error }, 'unexpected failure')
  else if (error instanceof DatabaseAway) request.log.warn({ err: error }, 'the database is away')
  const instance = request.url.split('?')[0] ?? '/'
  const body = problemBody(problem, { origin, instance, requestId: request.id })
  if (problem.retryAfterSeconds !== undefined)
    void reply.header('retry-after', problem.retryAfterSeconds)
  return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body))
}

/** Whether the caller has closed the connection, in the middle of the answer or of a body that is passed on as it arrives. */
const hasGone = ({ code }: FastifyError, { raw }: FastifyRequest): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' || (raw.readableAborted && !raw.complete)

/** Makes every failure of the app's routes a problem; an address that fits none is one too. */
export const answerWithProblems = (app: FastifyInstance, origin: () => string): void => {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerFailure(error, request, reply, origin()),
  )
  app.setNotFoundHandler(() => {
    throw nothingHere()
  })
}

const nothingHere = (): ProblemError =>
  new ProblemError('not-found', 'We can’t find this. It may have been deleted.')

/** Addresses too long for a record, folders, and files that are kept back: to a caller nothing is there. */
const nowhere = new Set([403, 404, 414])

const problemOf = (error: FastifyError | ProblemError): ProblemError => {
  if (error instanceof ProblemError) return error
  if (error instanceof DatabaseAway) return databaseIsAway()
  if (nowhere.has(error.statusCode ?? 0)) return nothingHere()
  if (error.code === 'FST_ERR_BAD_URL')
    return new ProblemError('malformed', 'We couldn’t read this address.')
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
