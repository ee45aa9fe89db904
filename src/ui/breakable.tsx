import { Fragment } from 'react'

/** An address breaks after its dots and its at sign rather than inside a word. */
export const Breakable = ({ text }: { text: string }) => (
  <span className="min-w-0">
    {[...text.matchAll(/[^.@]*[.@]|[^.@]+/g)].map(({ 0: part, index: at }) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
