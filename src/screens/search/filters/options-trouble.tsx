import { useOffline } from '../../../lib/connectivity.ts'

/** Shown in place of options that failed to load: the specification's words, or that they need a connection (spec 8). */
export const OptionsTrouble = () =>
  useOffline() ? (
    <p role="status" className="px-2 py-1.5 text-13 text-ink-soft">
      You’re offline. Options load when you reconnect.
    </p>
  ) : (
    <p role="alert" className="px-2 py-1.5 text-13 text-danger">
      Failed to fetch search results
    </p>
  )
