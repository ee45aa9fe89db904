import { useState } from 'react'
import { installPrompt } from '../../lib/install-prompt.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { howToInstall } from './how-to-install.ts'
import { StepFrame } from './step-frame.tsx'

/** How to install the app on this device, as the browser does it. */
export const InstallStep = ({ onDone }: { onDone: () => void }) => {
  const [install, setInstall] = useState(() => installPrompt())
  const { title, ways, note } = howToInstall(navigator)
  return (
    <StepFrame
      step="install"
      title={title}
      lead="It opens from its own icon, with or without a signal."
      actions={
        <>
          {install !== null && (
            <Button
              variant="primary"
              icon="download"
              onClick={() => {
                setInstall(null)
                void install()
              }}
            >
              Install Fieldbook
            </Button>
          )}
          <Button variant={install === null ? 'primary' : 'quiet'} onClick={onDone}>
            Go to Home
          </Button>
        </>
      }
    >
      {install === null && (
        <ol className="flex flex-col divide-y divide-line rounded-md border border-line bg-card">
          {ways.map((way, index) => (
            <li key={way} className="flex items-center gap-3 px-4 py-3 text-16">
              <span
                aria-hidden
                className="tabular grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-14 font-semibold text-accent-strong"
              >
                {index + 1}
              </span>
              {way}
            </li>
          ))}
        </ol>
      )}
      <p className="flex gap-2 text-14 text-ink-soft">
        <Icon name="info" size={18} className="mt-px text-ink-faint" />
        <span>{note}</span>
      </p>
    </StepFrame>
  )
}
