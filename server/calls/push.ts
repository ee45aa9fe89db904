import type { ProblemDetail } from '../../contract/core/problem.ts'
import { devicesOf, dropDevice, lockDevice, registerDevice } from '../push/devices.ts'
import { showsNames } from '../push/outbox.ts'
import type { Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { isPublicKey } from '../platform/vendors/push-keys.ts'
import type { PushService, Subscription } from '../platform/vendors/push-post.ts'

type PushEndpoint = 'pushKey' | 'subscribeDevice' | 'pushDevices' | 'forgetDevice' | 'pushSettings'

export const pushHandlers = (
  service: Pick<PushService, 'publicKey' | 'knows'>,
): Handlers<PushEndpoint> => ({
  pushKey: () => Promise.resolve({ publicKey: service.publicKey }),
  subscribeDevice: async ({ endpoint, keys, label, renews }, context) => {
    const subscription = { endpoint, ...keys }
    refuseBad(subscription, service)
    const device = await context.inOrg(async (trx) => {
      if (renews !== undefined && !(await lockDevice(trx, context.userId, renews)))
        throw unknownDevice()
      return registerDevice(trx, context, subscription, label)
    })
    if (device === undefined)
      throw new ProblemError(
        'still-running',
        'Someone else is registering this device. Try again.',
        {
          retryAfterSeconds: 2,
        },
      )
    return device
  },
  pushDevices: (_, { inOrg, orgId, userId }) =>
    inOrg(async (trx) => ({
      devices: await devicesOf(trx, userId),
      showNames: await showsNames(trx, orgId, userId),
    })),
  forgetDevice: async ({ id }, { inOrg, userId }) => {
    if (!(await inOrg((trx) => dropDevice(trx, userId, id)))) throw unknownDevice()
  },
  pushSettings: async ({ showNames }, { inOrg, orgId, userId }) => {
    await inOrg((trx) =>
      trx
        .insertInto('push_setting')
        .values({ org_id: orgId, user_id: userId, show_names: showNames })
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'user_id']).doUpdateSet({ show_names: showNames }),
        )
        .execute(),
    )
  },
})

const unknownDevice = () => new ProblemError('not-found', 'We can’t find this device.')

/** At registration, not at the first message. */
const refuseBad = (
  { endpoint, p256dh, auth }: Subscription,
  service: Pick<PushService, 'knows'>,
): void => {
  const errors: ProblemDetail[] = []
  if (!service.knows(endpoint))
    errors.push({
      pointer: '/endpoint',
      code: 'unknown-push-service',
      detail: 'We don’t support this browser’s push service.',
    })
  if (!isPublicKey(Buffer.from(p256dh, 'base64url')))
    errors.push({
      pointer: '/keys/p256dh',
      code: 'no-key',
      detail: 'This isn’t a valid device key.',
    })
  if (Buffer.from(auth, 'base64url').length !== 16)
    errors.push({
      pointer: '/keys/auth',
      code: 'no-key',
      detail: 'This isn’t a valid device secret.',
    })
  if (errors.length > 0)
    throw new ProblemError('invalid-input', 'We can’t register this device.', { errors })
}
