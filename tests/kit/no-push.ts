import type { PushService } from '../../server/platform/vendors/push-post.ts'

export const noPush: PushService = {
  publicKey: '',
  knows: () => false,
  post: () => Promise.reject(new Error('No member has a device here.')),
}
