import { Logo } from './logo.tsx'

/** The full-screen loading logo (spec 2), shown while it is not known whether the app may open. */
export const LoadingLogo = ({ label = 'Loading Fieldbook' }: { label?: string }) => (
  <div role="status" className="fixed inset-0 z-50 grid place-items-center bg-paper">
    <Logo size={56} className="animate-breathe" />
    <span className="sr-only">{label}</span>
  </div>
)
