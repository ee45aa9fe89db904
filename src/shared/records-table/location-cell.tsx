import { NotKnown } from '../../ui/not-known.tsx'

/** One line, or two: the distance above the town, or the town above the head office; the second without its state where the column is too narrow. */
export const LocationCell = ({
  town,
  far,
  headOffice,
}: {
  town: string | undefined
  far?: string | undefined
  headOffice?: string | undefined
}) => {
  if (!town && far === undefined && headOffice === undefined) return <NotKnown />
  if (far === undefined && headOffice === undefined)
    return (
      <span
        title={town}
        className="line-clamp-2 leading-4 pointer-fine:in-data-[density=compact]:line-clamp-1"
      >
        {town}
      </span>
    )
  const first = far ?? town
  const second = far === undefined ? headOffice : town
  return (
    <span className="flex min-w-0 flex-col pointer-fine:in-data-[density=compact]:flex-row pointer-fine:in-data-[density=compact]:gap-1.5">
      <span className="tabular truncate leading-4 font-medium text-ink" title={first}>
        {first}
      </span>{' '}
      <span
        className="block h-3.5 overflow-hidden text-12 leading-3.5 text-ellipsis pointer-fine:in-data-[density=compact]:h-4 pointer-fine:in-data-[density=compact]:leading-4"
        title={[second, far !== undefined && headOffice].filter(Boolean).join(' · ')}
      >
        {second !== undefined && <WholeTown text={second} />}
      </span>
    </span>
  )
}

/** Its state alone wraps, to a line that is hidden. */
const WholeTown = ({ text }: { text: string }) => {
  const state = text.lastIndexOf(' ')
  return state === -1 ? (
    text
  ) : (
    <>
      <span className="whitespace-nowrap">{text.slice(0, state)}</span>
      {text.slice(state)}
    </>
  )
}
