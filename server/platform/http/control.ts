import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ProblemError } from './problem-error.ts'

/** For commands of the same user on this machine, which know the token in the data folder. Throws `unauthenticated`. */
export const checkControl = (request: FastifyRequest, token: string): void => {
  if (!isLocal(request.socket.remoteAddress) || !isBearer(request, token))
    throw new ProblemError('unauthenticated', 'This needs the control token.')
}

const isLocal = (address: string | undefined): boolean =>
  /^(?:::ffff:)?127\.|^::1$/.test(address ?? '')

/** Compares in constant time; hashing makes the lengths equal. */
export const isBearer = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(bearer(request)), digest(token))

const bearer = (request: FastifyRequest): string =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
