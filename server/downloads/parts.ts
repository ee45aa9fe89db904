import type { AcceptParts } from './accept-request.ts'

export type DownloadsParts = AcceptParts & {
  linkKey: Uint8Array
  maxOpen: number
  wake(): void
  /** Repeated calls are safe. */
  remake(orgId: string, requestId: string): void
}
