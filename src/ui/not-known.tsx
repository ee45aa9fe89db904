export const NotKnown = () => (
  <span className="text-ink-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">No data</span>
  </span>
)
