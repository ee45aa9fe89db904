import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { DoNotCall } from './do-not-call/do-not-call.tsx'

export const PrivacyScreen = () => (
  <Page title="Privacy" lead="Numbers not to call, and people who ask to be removed.">
    <div className="flex flex-col gap-8">
      <DoNotCall />
      <Card>
        <h2 className="text-14 font-medium">When someone asks to be removed</h2>
        <p className="max-w-text text-13 text-ink-faint">
          Open their page, choose Report on any field, then Something else. We remove them for
          everyone. Until then, add them to a suppression list.
        </p>
      </Card>
    </div>
  </Page>
)
