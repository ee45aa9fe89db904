import type { FastifyInstance } from 'fastify'
import { envelopeHandler, type Call } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { checkEmail, checkPhone, newIdentification } from './identifications.ts'
import { sendCode, spendCode } from './secrets.ts'
import { emailShape, phoneShape } from './shapes.ts'
import type { Identification, UserRecord } from './state.ts'
import { markUserUpdated } from './users.ts'
import type { World } from './world.ts'

interface Kind {
  path: string
  list: (user: UserRecord) => Identification[]
  check: (world: World, value: string) => string
  field: string
  shape: (identification: Identification) => object
  subject: string
  isRequired: boolean
}

const KINDS: Kind[] = [
  {
    path: '/v1/me/email_addresses',
    list: (user) => user.emails,
    check: checkEmail,
    field: 'email_address',
    shape: emailShape,
    subject: 'Your code to confirm this address',
    isRequired: true,
  },
  {
    path: '/v1/me/phone_numbers',
    list: (user) => user.phones,
    check: checkPhone,
    field: 'phone_number',
    shape: phoneShape,
    subject: 'Your code to confirm this number',
    isRequired: false,
  },
]

export function addressRoutes(app: FastifyInstance, world: World): void {
  for (const kind of KINDS) {
    const own = (call: Call): Identification => {
      const found = kind
        .list(call.requireSession().user)
        .find((identification) => identification.id === call.param('id'))
      if (!found) throw notFound()
      return found
    }

    app.post(
      kind.path,
      envelopeHandler(world, (call) => {
        const { user } = call.requireSession()
        const value = kind.check(world, call.form.get(kind.field) ?? '')
        const existing = kind.list(user).find((candidate) => candidate.value === value)
        // Requested again before verification: reuses the identification.
        const identification = existing ?? newIdentification(value, false)
        if (!existing) kind.list(user).push(identification)
        markUserUpdated(world, user)
        return kind.shape(identification)
      }),
    )

    app.post(
      `${kind.path}/:id/prepare_verification`,
      envelopeHandler(world, (call) => {
        const identification = own(call)
        sendCode(world, identification.id, identification.value, kind.subject)
        return kind.shape(identification)
      }),
    )

    app.post(
      `${kind.path}/:id/attempt_verification`,
      envelopeHandler(world, (call) => {
        const identification = own(call)
        spendCode(world, identification.id, call.form.get('code') ?? '')
        // Another user may have verified the address since the code was sent.
        if (kind.field === 'email_address' && !identification.verified)
          kind.check(world, identification.value)
        identification.verified = true
        markUserUpdated(world, call.requireSession().user)
        return kind.shape(identification)
      }),
    )

    app.delete(
      `${kind.path}/:id`,
      envelopeHandler(world, (call) => {
        const identification = own(call)
        const { user } = call.requireSession()
        const list = kind.list(user)
        if (
          kind.isRequired &&
          list.filter((other) => other.verified).every((other) => other === identification)
        )
          throw clerkError(
            400,
            'last_required_identification_deletion_failed',
            'An account needs at least one verified email address.',
          )
        list.splice(list.indexOf(identification), 1)
        markUserUpdated(world, user)
        return { object: kind.field, id: identification.id, deleted: true }
      }),
    )
  }
}
