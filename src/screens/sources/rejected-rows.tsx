import { useMutation } from '@tanstack/react-query'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { saveByLink } from '../../shared/downloads/save-by-link.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'

export const RejectedRows = ({ sourceId, runId }: { sourceId: string; runId: string }) => {
  const api = useApi()
  const offline = useOffline()
  const fetching = useMutation({
    mutationFn: async () => {
      const { url } = await api.sourceRejects({ id: sourceId, run: runId })
      saveByLink(url)
    },
    onError: () => showToast({ title: 'We couldn’t get the file. Try again.', tone: 'danger' }),
  })
  return (
    <Button
      size="sm"
      icon="download"
      busy={fetching.isPending}
      disabledReason={offline ? 'You’re offline' : undefined}
      onClick={() => fetching.mutate()}
    >
      Rejected rows
    </Button>
  )
}
