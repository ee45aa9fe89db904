import { Page } from '../../ui/page.tsx'
import { ThisDevice } from './this-device.tsx'

export const AppearanceScreen = () => (
  <Page title="Appearance" lead="How Fieldbook looks on this device.">
    <ThisDevice />
  </Page>
)
