import { lazyComponent } from './lazy-component.tsx'

/** blank: nothing here yet. search: nothing found. done: nothing left to do. offline: no connection. */
export type DrawingName = 'blank' | 'search' | 'done' | 'offline'

// Without its code the words beside it still say everything.
const Lines = lazyComponent(() =>
  import('./drawings.tsx').then(
    (m) => m.DrawingLines,
    () => () => null,
  ),
)

/** A small decorative drawing, for where there is nothing to show. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <span className="block h-22 w-30 max-w-full">
    <Lines name={name} />
  </span>
)
