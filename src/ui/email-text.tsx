/** An email that breaks after its at sign rather than inside a word; its link needs a label, because it is two texts. */
export const EmailText = ({ address }: { address: string }) => {
  const at = address.indexOf('@') + 1
  return (
    <span className="min-w-0">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
