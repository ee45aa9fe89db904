import type { FastifyInstance } from 'fastify'
import { enveloped, type Call } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { checkEmail, checkPhone, newIdentification } from './identifications.ts'
import { sendCode, spendCode } from './secrets.ts'
import { emailShape, phoneShape } from './shapes.ts'
import type { Identification, UserRecord } from './state.ts'
import { userChanged } from './users.ts'
import type { World } from './world.ts'

interface Kind {
  path: string
  list: (user: UserRecord) => Identification[]
  check: (world: World, value: string) => string
  field: string
  shape: (one: Identification) => object
  subject: string
  keepsOne: boolean
}

const KINDS: Kind[] = [
  {
    path: '/v1/me/email_addresses',
    list: (user) => user.emails,
    check: checkEmail,
    field: 'email_address',
    shape: emailShape,
    subject: 'Your code to confirm this address',
    keepsOne: true,
  },
  {
    path: '/v1/me/phone_numbers',
    list: (user) => user.phones,
    check: checkPhone,
    field: 'phone_number',
    shape: phoneShape,
    subject: 'Your code to confirm this number',
    keepsOne: false,
  },
]

/** The e-mail addresses and mobile numbers of the signed-in person: add, confirm by a code, remove. */
export function addressRoutes(app: FastifyInstance, world: World): void {
  for (const kind of KINDS) {
    const own = (call: Call): Identification => {
      const found = kind.list(call.signedIn().user).find((one) => one.id === call.param('id'))
      if (!found) throw notFound()
      return found
    }

    app.post(
      kind.path,
      enveloped(world, (call) => {
        const { user } = call.signedIn()
        const value = kind.check(world, call.form.get(kind.field) ?? '')
        const asked = kind.list(user).find((one) => one.value === value)
        // Asked for again before it was proved: the one that is there.
        const made = asked ?? newIdentification(value, false)
        if (!asked) kind.list(user).push(made)
        userChanged(world, user)
        return kind.shape(made)
      }),
    )

    app.post(
      `${kind.path}/:id/prepare_verification`,
      enveloped(world, (call) => {
        const one = own(call)
        sendCode(world, one.id, one.value, kind.subject)
        return kind.shape(one)
      }),
    )

    app.post(
      `${kind.path}/:id/attempt_verification`,
      enveloped(world, (call) => {
        const one = own(call)
        spendCode(world, one.id, call.form.get('code') ?? '')
        // Somebody else may have proved the address while this code was on its way.
        if (kind.field === 'email_address' && !one.verified) kind.check(world, one.value)
        one.verified = true
        userChanged(world, call.signedIn().user)
        return kind.shape(one)
      }),
    )

    app.delete(
      `${kind.path}/:id`,
      enveloped(world, (call) => {
        const one = own(call)
        const { user } = call.signedIn()
        const list = kind.list(user)
        if (kind.keepsOne && list.filter((other) => other.verified).every((other) => other === one))
          throw clerkError(
            400,
            'last_required_identification_deletion_failed',
            'An account needs at least one e-mail address that is confirmed.',
          )
        list.splice(list.indexOf(one), 1)
        userChanged(world, user)
        return { object: kind.field, id: one.id, deleted: true }
      }),
    )
  }
}
