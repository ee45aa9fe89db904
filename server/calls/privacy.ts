import type { Service } from '../../contract/core/privacy.ts'
import type { Handlers } from '../platform/http/context.ts'

type PrivacyParts = { services(): Service[]; contact: string | null }

export const privacyHandlers = ({ services, contact }: PrivacyParts): Handlers<'privacy'> => ({
  // Public, and read from memory.
  privacy: () => ({ services: services(), contact }),
})
