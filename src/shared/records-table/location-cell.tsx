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
    <span className="block truncate" title={`${far}, ${town ?? ''}`}>
      <span className="tabular font-medium text-ink">{far}</span> {town}
    </span>
  )
