import { TextCell } from './cell-parts.tsx'

export const LocationCell = ({
  town,
  far,
}: {
  town: string | undefined
  far?: string | undefined
}) =>
  far === undefined ? (
    <TextCell>{town}</TextCell>
  ) : (
    <span className="flex min-w-0 flex-col pointer-fine:in-data-[density=compact]:flex-row pointer-fine:in-data-[density=compact]:gap-1.5">
      <span className="tabular shrink-0 leading-4 font-medium text-ink">{far}</span>{' '}
      <span
        className="truncate text-12 leading-3.5 pointer-fine:in-data-[density=compact]:leading-4"
        title={town}
      >
        {town}
      </span>
    </span>
  )
