import { Logo } from './logo.tsx'

/** The full-screen loading logo (spec 2), shown while it is not known whether the app may open. The page's first paint in index.html is the same. */
export const LoadingLogo = ({ note }: { note?: string | null }) => (
  <div role="status" className="fixed inset-0 z-50 grid place-items-center bg-paper">
    <Logo size={56} className="animate-breathe" />
    <span className="sr-only">Loading Fieldbook</span>
    {note != null && (
      <p className="absolute inset-x-0 top-[calc(50%+3.5rem)] px-6 text-center text-14 text-ink-soft">
        {note}
      </p>
    )}
  </div>
)
