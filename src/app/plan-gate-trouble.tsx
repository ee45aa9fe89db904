import { useIdentity } from '../session/use-identity.ts'
import { ApiProblem } from '../lib/api-errors.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { logOut } from './log-out.ts'

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
        title={refused ? 'Your role doesn’t include Fieldbook' : 'We can’t reach Fieldbook'}
        onRetry={onRetry}
        action={
          <Button variant="quiet" onClick={logOut}>
            Log out
          </Button>
        }
      >
        {refused
          ? `Ask an admin of ${orgName ?? 'your company'} to change your role, then try again.`
          : 'We couldn’t check your plan. Check your connection and try again.'}
      </ErrorState>
    </main>
  )
}
