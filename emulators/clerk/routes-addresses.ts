import type { FastifyInstance } from 'fastify'
import { enveloped, type Call } from './call.ts'
import { notFound } from './errors.ts'
import { checkEmail, checkPhone, newIdentification } from './identifications.ts'
import { sendCode, spendCode } from './secrets.ts'
import { emailShape, phoneShape } from './shapes.ts'
import type { Identification, UserRecord } from './state.ts'
import type { World } from './world.ts'

interface Kind {
  path: string
  list: (user: UserRecord) => Identification[]
  check: (world: World, value: string) => string
  field: string
  shape: (one: Identification) => object
  subject: string
}

const KINDS: Kind[] = [
  {
    path: '/v1/me/email_addresses',
    list: (user) => user.emails,
    check: checkEmail,
    field: 'email_address',
    shape: emailShape,
    subject: 'Your code to confirm this address',
  },
  {
    path: '/v1/me/phone_numbers',
    list: (user) => user.phones,
    check: checkPhone,
    field: 'phone_number',
    shape: phoneShape,
    subject: 'Your code to confirm this number',
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
        const made = newIdentification(kind.check(world, call.form.get(kind.field) ?? ''), false)
        kind.list(user).push(made)
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
        one.verified = true
        return kind.shape(one)
      }),
    )

    app.delete(
      `${kind.path}/:id`,
      enveloped(world, (call) => {
        const one = own(call)
        const list = kind.list(call.signedIn().user)
        list.splice(list.indexOf(one), 1)
        forget(call.signedIn().user)
        return { object: kind.field, id: one.id, deleted: true }
      }),
    )
  }
}

function forget(user: UserRecord): void {
  if (!user.emails.some((one) => one.id === user.primaryEmailId))
    user.primaryEmailId = user.emails[0]?.id ?? null
  if (!user.phones.some((one) => one.id === user.primaryPhoneId))
    user.primaryPhoneId = user.phones[0]?.id ?? null
}
