import type { QueryClient } from '@tanstack/react-query'

/** What the page asks for anew where the server has refused: a plan that has ended closes the app (spec 2), and flags may have been turned. */
export const lookAgain = (client: QueryClient, status: number): void => {
  const asked = status === 402 ? 'subscription' : status === 403 ? 'features' : null
  if (asked !== null) void client.invalidateQueries({ queryKey: [asked] })
}
