import { useQuery } from '@tanstack/react-query'
import { readPageSettings } from '../../lib/page-settings.ts'
import { withAnalytics } from '../../lib/telemetry.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'

/** Features that the analytics service offers before they are for everyone; nothing where it offers none. */
export const EarlyAccess = () => {
  const { data: features, refetch } = useQuery({
    queryKey: ['early-access'],
    queryFn: () => withAnalytics((analytics) => analytics.earlyAccess()),
    enabled: Boolean(readPageSettings().posthogKey),
    // Analytics start after the first screen.
    refetchInterval: ({ state }) => (state.data ? false : 2_000),
  })
  if (!features || features.length === 0) return null
  const choose = async (flag: string, joined: boolean): Promise<void> => {
    await withAnalytics((analytics) => analytics.join(flag, joined))
    await refetch()
  }
  return (
    <Card className="flex flex-col gap-3">
      <h2 id="early-access" className="text-16 font-semibold">
        Early access
      </h2>
      {features.map(({ flag, name, description, joined }) => (
        <Switch
          key={flag}
          label={name}
          hint={description}
          checked={joined}
          onCheckedChange={(wanted) => void choose(flag, wanted)}
        />
      ))}
    </Card>
  )
}
