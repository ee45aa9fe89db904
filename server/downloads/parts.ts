import type { Accepting } from './accepting.ts'

/** What the calls about downloads need. */
export type DownloadsParts = Accepting & {
  /** Signs links. */
  linkKey: Uint8Array
  /** How many requests of an organisation may wait or be under way; more are refused before they are accepted. */
  maxOpen: number
  /** A job has been enqueued, to be looked for after the commit. */
  wake(): void
  /** Has an expired file made anew; may be asked again and again. */
  remake(orgId: string, requestId: string): void
}
