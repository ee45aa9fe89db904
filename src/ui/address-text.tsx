import type { ReactNode } from 'react'

/** An email or web address that breaks after its at sign and before its dots rather than inside a word; its link needs a label, because it is several texts. */
export const AddressText = ({ address }: { address: string }) => {
  const [first = '', ...others] = address.split(/(?<=@)|(?=\.)/)
  return (
    <span className="min-w-0">
      {others.reduce<ReactNode>(
        (before, part) => (
          <>
            {before}
            <wbr />
            {part}
          </>
        ),
        first,
      )}
    </span>
  )
}
