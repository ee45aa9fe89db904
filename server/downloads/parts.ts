import type { AcceptParts } from './accept-request.ts'

export type DownloadsParts = AcceptParts & {
  linkKey: Uint8Array
  /** How many requests an organisation may have open; more are refused. */
  maxOpen: number
  wake(): void
  /** Rebuilds an expired file; repeated calls are safe. */
  remake(orgId: string, requestId: string): void
}
