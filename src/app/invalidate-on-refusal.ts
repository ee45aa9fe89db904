import type { QueryClient } from '@tanstack/react-query'

/** An ended plan closes the app (spec 2), and flags may have changed. */
export const invalidateOnRefusal = (client: QueryClient, status: number): void => {
  const queryName = status === 402 ? 'subscription' : status === 403 ? 'features' : null
  if (queryName !== null) void client.invalidateQueries({ queryKey: [queryName] })
}
