import { useQuery } from '@tanstack/react-query'
import { readPageSettings } from '../../lib/page-settings.ts'
import { withAnalytics } from '../../lib/telemetry.ts'
import { Section } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'

/** Nothing where this installation measures nothing. */
export const ShareUsage = () => {
  const { data: sharing, refetch } = useQuery({
    queryKey: ['sharing'],
    queryFn: () => withAnalytics((analytics) => analytics.sharing()),
    enabled: Boolean(readPageSettings().posthogKey),
    // Analytics start after the first screen.
    refetchInterval: ({ state }) => (state.data ? false : 2_000),
  })
  if (!sharing) return null
  const choose = async (wanted: boolean): Promise<void> => {
    await withAnalytics((analytics) => analytics.share(wanted))
    await refetch()
  }
  return (
    <Section title="Privacy">
      {sharing === 'refused' ? (
        <p className="text-14 text-ink-soft">
          Your browser asks sites not to track you, so no usage is shared.
        </p>
      ) : (
        <Switch
          label="Share usage from this device"
          hint="Which screens and actions you use. Never names, searches or contact details."
          checked={sharing === 'on'}
          onCheckedChange={(wanted) => void choose(wanted)}
          className="max-w-xl"
        />
      )}
    </Section>
  )
}
