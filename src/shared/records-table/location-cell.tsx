import { TextCell } from './cell-parts.tsx'

/** One line, or two: the distance or the town first, the town or the head office below. */
export const LocationCell = ({
  town,
  far,
  headOffice,
}: {
  town: string | undefined
  far?: string | undefined
  headOffice?: string | undefined
}) => {
  if (far === undefined && headOffice === undefined) return <TextCell>{town}</TextCell>
  const first = headOffice === undefined ? far : [far, town].filter(Boolean).join(' · ')
  const second = headOffice ?? town
  return (
    <span className="flex min-w-0 flex-col pointer-fine:in-data-[density=compact]:flex-row pointer-fine:in-data-[density=compact]:gap-1.5">
      <span className="tabular truncate leading-4 font-medium text-ink" title={headOffice && first}>
        {first}
      </span>{' '}
      <span
        className="truncate text-12 leading-3.5 pointer-fine:in-data-[density=compact]:leading-4"
        title={second}
      >
        {second}
      </span>
    </span>
  )
}
