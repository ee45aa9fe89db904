import { useIdentity } from '../identity/use-identity.ts'
import { ApiProblem } from '../lib/api-errors.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { logOut } from './log-out.ts'

/** Shown where nothing is known about the plan and the question failed. */
export const PlanGateTrouble = ({
  error,
  onRetry,
}: {
  error: Error | null
  onRetry: () => void
}) => {
  const { orgName } = useIdentity()
  const refused = error instanceof ApiProblem && error.status === 403
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        heading="h1"
        title={refused ? 'Your role does not open Fieldbook' : 'Fieldbook cannot be reached'}
        onRetry={onRetry}
        action={
          <Button variant="quiet" onClick={logOut}>
            Log out
          </Button>
        }
      >
        {refused
          ? `Ask an admin of ${orgName ?? 'your company'} to give you another role, then try again.`
          : 'You are signed in, but your plan could not be checked. Nothing is lost; check your connection and try again.'}
      </ErrorState>
    </main>
  )
}
