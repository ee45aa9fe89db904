import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError, problemBody, problemOfSqlState } from './problem-error.ts'

/** Makes every failure of the app an application/problem+json answer; what is not foreseen is logged whole and told as `unexpected`. */
export const answerWithProblems = (
  app: FastifyInstance,
  origin: (request: FastifyRequest) => string,
): void => {
  const send = (
    problem: ProblemError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    const instance = request.url.split('?')[0] ?? '/'
    const body = problemBody(problem, { origin: origin(request), instance, requestId: request.id })
    if (problem.retryAfterSeconds !== undefined)
      void reply.header('retry-after', problem.retryAfterSeconds)
    return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body))
  }
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error)
    if (problem.code === 'unexpected') request.log.error({ err: error }, 'unexpected failure')
    return send(problem, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    send(new ProblemError('not-found', 'There is nothing at this address.'), request, reply),
  )
}

const problemOf = (error: FastifyError): ProblemError => {
  if (error instanceof ProblemError) return error
  if (error.statusCode === 429)
    return new ProblemError('rate-limited', 'You have asked too often. Wait a moment.')
  if (error.statusCode === 413)
    return new ProblemError('too-large', 'A request may have at most 1 MB.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ProblemError('malformed', 'The request could not be read as JSON.')
  return (
    problemOfSqlState(error.code) ??
    new ProblemError('unexpected', 'Something went wrong on our side. Nothing was changed.')
  )
}
