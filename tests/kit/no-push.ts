import type { PushService } from '../../server/platform/vendors/push-post.ts'

/** Push messages of a server that nobody has a device with. */
export const noPush: PushService = {
  publicKey: '',
  knows: () => false,
  post: () => Promise.reject(new Error('Nobody has a device here.')),
}
