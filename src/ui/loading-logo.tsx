import { Logo } from './logo.tsx'

/** The product in one sentence: the largest text of the loading screen. */
export const intro = 'Find companies and people in Australia and New Zealand. Works offline.'

/** The full-screen loading logo (spec 2), until the app knows whether it may open. index.html paints the same. */
export const LoadingLogo = ({ note }: { note?: string | null }) => (
  <div role="status" className="fixed inset-0 z-50 grid place-items-center bg-paper">
    <Logo size={56} className="animate-breathe" />
    <span className="sr-only">Loading Fieldbook</span>
    <div className="absolute top-[calc(50%+3rem)] flex flex-col items-center gap-4 px-6 text-center">
      <p className="max-w-88 text-20 text-balance text-ink-soft">{intro}</p>
      {note != null && <p className="max-w-88 text-14 text-ink-soft">{note}</p>}
    </div>
  </div>
)
