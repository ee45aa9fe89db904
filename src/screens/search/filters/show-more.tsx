import { Button } from '../../../ui/button.tsx'

export const ShowMore = ({
  options: { hasNextPage, isFetchingNextPage, fetchNextPage },
  trouble,
}: {
  options: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
  trouble: boolean
}) =>
  hasNextPage && (
    <Button
      variant="quiet"
      size="sm"
      busy={isFetchingNextPage && !trouble}
      onClick={() => void fetchNextPage()}
    >
      Show more
    </Button>
  )
