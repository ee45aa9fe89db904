import { Fragment } from 'react'
import { Kbd } from '../ui/kbd.tsx'
import { shortcuts } from './shortcuts.ts'

/** The table of shortcuts, as Help and `?` show it. */
export const ShortcutList = () => (
  <div className="flex flex-col gap-5">
    {shortcuts.map(({ heading, lines }) => (
      <section key={heading} aria-label={heading}>
        <h3 className="pb-2 text-13 font-medium text-ink-faint">{heading}</h3>
        <dl className="flex flex-col gap-2">
          {lines.map(({ keys, inTurn, does }) => (
            <div key={does} className="flex items-center justify-between gap-4">
              <dt className="text-14">{does}</dt>
              <dd className="flex items-center gap-1">
                {keys.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && inTurn && <span className="text-12 text-ink-faint">then</span>}
                    <Kbd>{key}</Kbd>
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
)
