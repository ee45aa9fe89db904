import type { FastifyBaseLogger } from 'fastify'
import type {
  RegisterCheck,
  registerChecksEndpoints,
} from '../../contract/records/register-checks.ts'
import { companiesByIds } from '../records/store.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { RegisterRefused } from '../registers/answers.ts'
import type { Registers } from '../registers/registers.ts'
import { lastCheckOf, storeCheck } from '../registers/store.ts'

export type RegisterChecksParts = {
  registers: Registers
  now: () => number
  log?: FastifyBaseLogger | undefined
}

export const registerChecksHandlers = ({
  registers,
  now,
  log,
}: RegisterChecksParts): Handlers<keyof typeof registerChecksEndpoints> => {
  const seen = ({ inOrg }: Context, id: string) =>
    inOrg(async (trx) => {
      const [company] = await companiesByIds(trx, [id])
      if (company === undefined) throw notFound()
      return { found: registers.of(company), check: await lastCheckOf(trx, id) }
    })
  return {
    registerCheck: async ({ id }, context) => {
      const { found, check } = await seen(context, id)
      return { available: found !== undefined, check }
    },
    checkRegister: async ({ id }, context) => {
      const { found, check: last } = await seen(context, id)
      if (found === undefined)
        throw new ProblemError('not-found', 'No register can be asked about this company.')
      if (last !== null && now() - Date.parse(last.at) < freshMs) return last
      const { register, number } = found
      const answer = await register.ask(number).catch((error: unknown) => {
        if (error instanceof RegisterRefused)
          log?.error({ err: error }, 'a register refuses our key')
        throw new ProblemError(
          'register-away',
          `${register.name} isn’t answering. Try again later.`,
          {
            cause: error,
          },
        )
      })
      const check: RegisterCheck = {
        register: register.name,
        at: new Date(now()).toISOString(),
        ...answer,
      }
      await context.inOrg((trx) => storeCheck(trx, id, check))
      return check
    },
  }
}

const freshMs = 60_000
